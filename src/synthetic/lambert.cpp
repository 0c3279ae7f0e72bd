// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/synthetic/lambert.hpp"

#include <vector>

#include "synthetic/relief.hpp"
#include "synthetic/rendering.hpp"

namespace sosi {

ImageSet make_lambert(std::uint64_t seed, ThreadPool& threads) {
  constexpr int kClasses = 12;
  Random random(seed);
  std::vector<Relief> faces;
  for (int c = 0; c < kClasses; ++c) faces.push_back(random_face(random));
  const std::vector<Eigen::Vector3d> lights = light_rig();
  return render_classes({kClasses, lights.size(), kFaceHeight, kFaceWidth}, threads,
                        [&](std::size_t c, std::size_t light) {
                          return averaged_down(shade(faces[c], lights[light]), kFaceFiner);
                        });
}

}  // namespace sosi
