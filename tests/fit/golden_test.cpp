// SPDX-License-Identifier: BSD-3-Clause
// Every stage against reference problems solved by an independent program.
#include "golden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sosi/classify/manifold_projection.hpp"
#include "sosi/data/samples.hpp"
#include "sosi/graph/class_graphs.hpp"
#include "sosi/graph/distances.hpp"

namespace sosi {
namespace fit_golden_test {

using testing::Golden;
using testing::relative_difference;

constexpr double kTolerance = 1e-8;

class GoldenFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    files_ = Golden::all();
    if (files_.empty()) GTEST_SKIP() << "no reference problems in ../shared/golden (or $SOSI_GOLDEN)";
  }

  std::vector<Golden> files_;
  ThreadPool threads_{2};
};

// The labeled part of a problem.
struct Labeled {
  explicit Labeled(const Golden& golden, ThreadPool& threads)
      : training(golden.training()), partition(partition_rows(training.samples, training.labels)) {
    for (const Row row : partition.labeled) classes.push_back(training.labels.values[row]);
    distances = squared_distances(training.samples, labeled_rows(), threads);
  }

  Indices labeled_rows() const { return {partition.labeled.begin(), partition.labeled.end()}; }
  Matrix centers() const { return training.samples(labeled_rows(), Eigen::all); }

  TrainingSet training;
  Partition partition;
  std::vector<int> classes;
  Matrix distances;
};

TEST_F(GoldenFiles, GraphsAndEmbeddingAgree) {
  for (const Golden& golden : files_) {
    SCOPED_TRACE(golden.name());
    const Labeled labeled(golden, threads_);
    const FitOptions options = golden.options();
    const ClassGraphs graphs =
        class_graphs(labeled.distances, labeled.classes, read_options<GraphOptions>(options.embedding_knobs));
    EXPECT_LT(relative_difference(Matrix(graphs.within), golden.matrix("within_graph")), kTolerance);
    EXPECT_LT(relative_difference(Matrix(graphs.between), golden.matrix("between_graph")), kTolerance);
    const Embedding embedding = embed(labeled.distances, labeled.classes, options);
    EXPECT_LT(relative_difference(embedding.eigenvalues, golden.vector("eigenvalues")), kTolerance);
    EXPECT_LT(relative_difference(embedding.coordinates, golden.matrix("embedding")), kTolerance);
  }
}

TEST_F(GoldenFiles, ScaleCriteriaAgree) {
  for (const Golden& golden : files_) {
    SCOPED_TRACE(golden.name());
    const Labeled labeled(golden, threads_);
    const FitOptions options = golden.options();
    const Matrix embedding = embed(labeled.distances, labeled.classes, options).coordinates;
    const Matrix centers = labeled.centers();
    const Vector grid = golden.vector("scale_grid");
    const auto points = scan_scales({&centers, &labeled.distances, &embedding, labeled.classes},
                                    std::span(grid.data(), grid.size()), options, threads_);
    const Matrix gradient = golden.matrix("G");
    const Matrix separation = golden.matrix("D");
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_LT(relative_difference(points[i].gradient.transpose(), gradient.row(i)), kTolerance) << grid(i);
      EXPECT_LT((points[i].separation.transpose() - separation.row(i)).cwiseAbs().maxCoeff(),
                kTolerance * separation.maxCoeff())
          << grid(i);
    }
  }
}

TEST_F(GoldenFiles, MapAndGradientAgree) {
  for (const Golden& golden : files_) {
    SCOPED_TRACE(golden.name());
    const Labeled labeled(golden, threads_);
    const Matrix centers = labeled.centers();
    const RbfFit fitted =
        fit_rbf(centers, golden.matrix("embedding"), golden.vector("scales"), 0.0, threads_);
    EXPECT_LT(relative_difference(fitted.map.coefficients(), golden.matrix("coefficients")), kTolerance);
    EXPECT_LT(fitted.diagnostics.interpolation_error, 1e-10);
    const Matrix expected = golden.matrix("gradient");  // sample x (dimension * feature)
    for (Index i = 0; i < expected.rows(); ++i) {
      const Matrix gradient =
          fitted.map.gradient(labeled.training.samples.row(labeled.partition.unlabeled[i]));
      const Eigen::Map<const Eigen::RowVectorXd> flat(gradient.data(), gradient.size());
      EXPECT_LT(relative_difference(flat, expected.row(i)), kTolerance);
    }
  }
}

TEST_F(GoldenFiles, ProjectionsAgree) {
  for (const Golden& golden : files_) {
    SCOPED_TRACE(golden.name());
    const Labeled labeled(golden, threads_);
    const Rows rows = labeled.partition.rows();
    const Matrix distances =
        squared_distances(labeled.training.samples, Indices(rows.begin(), rows.end()), threads_);
    const Matrix neighbors = golden.matrix("projection_neighbors");
    const Matrix weights = golden.matrix("projection_weights");
    const auto n_classes = static_cast<int>(labeled.training.labels.classes.size());
    const auto n_labeled = static_cast<Index>(labeled.classes.size());
    for (Index row = 0; row < neighbors.rows(); ++row) {
      Positions members;
      for (Index i = 0; i < n_labeled; ++i) {
        if (labeled.classes[i] == row % n_classes) members.emplace_back(i);
      }
      const ManifoldProjection projection = project_onto_manifold(
          distances, Position(n_labeled + row / n_classes), members, golden.options().n_neighbors_projection);
      for (Index a = 0; a < neighbors.cols(); ++a) {
        EXPECT_EQ(projection.neighbors[a], members[static_cast<std::size_t>(neighbors(row, a))]);
        EXPECT_NEAR(projection.weights(a), weights(row, a), kTolerance);
      }
    }
  }
}

// One round against the reference arrays, which are about the unlabeled samples.
class ReferenceRounds {
 public:
  explicit ReferenceRounds(const Golden& golden)
      : embedded_(golden.matrix("round_embedding")),
        confidence_(golden.matrix("round_confidence")),
        labels_(golden.matrix("round_labels")),
        n_centers_(golden.vector("round_centers")),
        last_centers_(golden.vector("last_centers")) {}

  Index n_rounds() const { return n_centers_.size(); }

  void expect(const Round& round, Index n_labeled, const std::vector<std::string>& classes) const {
    const Matrix embedded = round.embedded.bottomRows(round.embedded.rows() - n_labeled);
    const Eigen::Map<const Eigen::RowVectorXd> flat(embedded.data(), embedded.size());
    EXPECT_LT(relative_difference(flat, embedded_.row(round.number)), kTolerance);
    EXPECT_EQ(std::ssize(round.centers) - n_labeled, n_centers_(round.number));
    ASSERT_EQ(std::ssize(round.classification.classes), n_labeled + confidence_.cols());
    for (Index i = 0; i < n_labeled; ++i) EXPECT_EQ(round.centers[i], i);
    for (Index i = 0; i < confidence_.cols(); ++i) {
      // A center whose target is a labeled embedding has a distance of rounding errors below the fraction:
      // so the inverse is compared, to the relative tolerance where it means anything.
      const double expected = 1.0 / confidence_(round.number, i);
      EXPECT_NEAR(1.0 / round.classification.confidence[n_labeled + i], expected,
                  kTolerance * std::max(expected, 1e-4));
      EXPECT_EQ(classes[round.classification.classes[n_labeled + i]],
                std::to_string(static_cast<int>(labels_(round.number, i))));
    }
    if (round.number + 1 < round.n_rounds) return;
    std::set<Index> last;
    for (const Position center : round.centers) {
      if (center >= n_labeled) last.insert(center - n_labeled);
    }
    EXPECT_EQ(last, std::set<Index>(last_centers_.begin(), last_centers_.end()));
  }

 private:
  Matrix embedded_;
  Matrix confidence_;
  Matrix labels_;
  Vector n_centers_;
  Vector last_centers_;
};

TEST_F(GoldenFiles, RoundsAgree) {
  for (const Golden& golden : files_) {
    SCOPED_TRACE(golden.name());
    const ReferenceRounds reference(golden);
    const TrainingSet training = golden.training();
    const Partition partition = partition_rows(training.samples, training.labels);
    int n_rounds = 0;
    FitHooks hooks;
    hooks.after_round = [&](const Round& round, std::span<const Position> positions) {
      EXPECT_EQ(round.number, n_rounds++);
      EXPECT_TRUE(std::ranges::equal(positions, partition.position));
      reference.expect(round, std::ssize(partition.labeled), training.labels.classes);
    };
    const FitResult result = fit(training, golden.options(), {}, hooks);
    EXPECT_EQ(n_rounds, reference.n_rounds());
    EXPECT_LT(relative_difference(result.model.embedding(), golden.matrix("embedding")), kTolerance);
  }
}

}  // namespace fit_golden_test
}  // namespace sosi
