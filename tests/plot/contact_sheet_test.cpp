// SPDX-License-Identifier: BSD-3-Clause
#include "plot/contact_sheet.hpp"

#include <gtest/gtest.h>

#include "plot/pictures_fixture.hpp"

namespace sosi::plot {
namespace contact_sheet_test {

ImageSet two_classes_of_gradients() {
  ImageSet images;
  images.height = 3;
  images.width = 4;
  images.samples.resize(6, 12);
  for (Index i = 0; i < images.samples.size(); ++i)
    images.samples.data()[i] = static_cast<double>(i % 12) / 11.0;
  images.classes = {0, 0, 0, 0, 1, 1};
  return images;
}

TEST_F(PicturesTest, ContactSheetIsDrawnWithItsClassesNamed) {
  draw_contact_sheet(base(), two_classes_of_gradients());
  expect_both_pictures();
  EXPECT_NE(svg().find("<text>0</text>"), std::string::npos);
  EXPECT_NE(svg().find("<text>1</text>"), std::string::npos);
}

TEST(ContactSheet, RefusesImagesThatDoNotFitTogether) {
  ImageSet images = two_classes_of_gradients();
  images.classes.pop_back();
  EXPECT_EQ(message_of([&] { draw_contact_sheet("x", images); }), "picture: every image must have a class");
  images = two_classes_of_gradients();
  images.width = 5;
  EXPECT_EQ(message_of([&] { draw_contact_sheet("x", images); }),
            "picture: images must have height x width pixels");
  EXPECT_EQ(message_of([] { draw_contact_sheet("x", {}); }),
            "picture: images must have height x width pixels");
}

}  // namespace contact_sheet_test
}  // namespace sosi::plot
