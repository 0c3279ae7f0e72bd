// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "io/model_file_fixture.hpp"

namespace sosi {
namespace model_columns_test {

using namespace model_file_testing;

// The columns of the table that a model was fitted to, in its file.
class ModelColumnsTest : public ModelFileTest {
 protected:
  static ModelParts parts() {
    ModelParts all = make_parts();
    all.columns = {{"höhe, \"cm\"", {}, {1.0 / 3.0}}, {"color", {"blue", "red"}, {0.25, 0.75}}, {"a"}, {"b"}};
    return all;
  }

  void expect_columns_refused(const HeaderEdit& edit, const std::string& reason) const {
    expect_refused(with_metadata(saved(Model(parts())), "columns", edit), reason);
  }
};

TEST_F(ModelColumnsTest, ReadBackAsTheyWere) {
  const std::string bytes = saved(Model(parts()));
  EXPECT_EQ(loaded(bytes).columns(), parts().columns);
  EXPECT_EQ(saved(loaded(bytes)), bytes);
  EXPECT_TRUE(loaded(saved(make_model())).columns().empty());
}

TEST_F(ModelColumnsTest, AreRefusedWhereTheyDoNotFitTheModel) {
  const auto refusal_of = [](std::vector<ColumnFormat> columns) {
    ModelParts all = make_parts();
    all.columns = std::move(columns);
    try {
      Model model(std::move(all));
    } catch (const InvalidInput& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  EXPECT_EQ(refusal_of({{"a"}, {"b"}}), "the columns make 2 features: must be the 5 of the samples");
  EXPECT_EQ(refusal_of({{"a"}, {"b"}, {"c"}, {"d"}, {"a"}}), "column 'a' is there twice");
  EXPECT_EQ(refusal_of({{"a"}, {"b"}, {"c"}, {"d", {"x", "x"}}}), "column 'd' has a category twice");
  EXPECT_EQ(refusal_of({{"a"}, {"b"}, {"c"}, {"d", {"x", "y"}, {1.0}}}),
            "column 'd' has 1 means for 2 features");
  EXPECT_EQ(refusal_of({{"a"}, {"b"}, {"c"}, {"d"}, {"e", {}, {kInfinity}}}),
            "column 'e' has a mean that is not finite");
}

TEST_F(ModelColumnsTest, CraftedOnesAreRefused) {
  expect_columns_refused([](Json& columns) { columns = "a"; }, "its columns must be a list");
  expect_columns_refused([](Json& columns) { columns = Json::array(); }, "its columns must be a list");
  expect_columns_refused([](Json& columns) { columns[0] = "a"; }, "its columns must be objects with a name");
  expect_columns_refused([](Json& columns) { columns[0].erase("name"); }, "objects with a name");
  expect_columns_refused([](Json& columns) { columns[0]["kind"] = 1; }, "have 'kind', which is unknown");
  expect_columns_refused([](Json& columns) { columns[1]["categories"] = "red"; },
                         "categories that are no list");
  expect_columns_refused(
      [](Json& columns) {
        columns[1]["categories"] = {1, 2};
      },
      "categories that are no list");
  expect_columns_refused([](Json& columns) { columns[1]["means"] = {"a", 2}; }, "means that are no list");
  expect_columns_refused([](Json& columns) { columns.erase(0); }, "the columns make 4 features");
  expect_columns_refused([](Json& columns) { columns[1]["categories"] = std::vector<std::string>(100, "x"); },
                         "has more than the 46 values it may have");
}

}  // namespace model_columns_test
}  // namespace sosi
