// SPDX-License-Identifier: BSD-3-Clause
#include "sosi/model/model.hpp"

#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "arrays.hpp"
#include "bindings.hpp"
#include "runs.hpp"
#include "sosi/io/model_file.hpp"
#include "sosi/model/class_circle.hpp"
#include "sosi/model/explanation.hpp"
#include "sosi/model/sample_geometry.hpp"
#include "sosi/model/theory.hpp"

namespace sosi::python {

namespace {

nb::bytes state_of_model(const Model& model) {
  const std::string bytes = model_bytes(model);
  return nb::bytes(bytes.data(), bytes.size());
}

void restore_model(Model& model, const nb::bytes& state) {
  new (&model) Model(model_from_bytes({state.c_str(), state.size()}, "the pickled model"));
}

ArrayOut transform(const Model& model, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples),
                      [model, x = view(samples)](const Execution& how) { return model.transform(x, how); }));
}

nb::tuple predict(const Model& model, const MatrixIn& samples, const RunSettings& settings) {
  Prediction found = run(settings, std::any(samples),
                         [model, x = view(samples)](const Execution& how) { return model.predict(x, how); });
  return nb::make_tuple(array_of(std::move(found.classes)), array_of(std::move(found.confidence)),
                        array_of(std::move(found.probability)),
                        array_of(std::vector<int>(found.is_far.begin(), found.is_far.end())));
}

ArrayOut probabilities(const Model& model, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples), [model, x = view(samples)](const Execution& how) {
    return model.probabilities(x, how);
  }));
}

ArrayOut log_probabilities(const Model& model, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples), [model, x = view(samples)](const Execution& how) {
    return model.log_probabilities(x, how);
  }));
}

ArrayOut expected_coordinates(const Model& model, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples), [model, x = view(samples)](const Execution& how) {
    return model.expected_coordinates(x, how);
  }));
}

nb::list neighbors_of(const std::vector<NearCenter>& centers) {
  nb::list all;
  for (const NearCenter& near : centers) {
    all.append(nb::make_tuple(near.center, near.distance, near.of_class, near.probability));
  }
  return all;
}

// What explains each sample, by name; classes are counted from 0.
nb::list explanations(const Model& model, const MatrixIn& samples, int n_neighbors,
                      const RunSettings& settings) {
  const std::vector<Explanation> found =
      run(settings, std::any(samples), [model, n_neighbors, x = view(samples)](const Execution&) {
        std::vector<Explanation> all;
        for (Index i = 0; i < x.rows(); ++i) {
          all.push_back(explain(model, {x.row(i).data(), static_cast<std::size_t>(x.cols())}, n_neighbors));
        }
        return all;
      });
  nb::list all;
  for (const Explanation& why : found) {
    nb::dict one;
    one["label"] = why.of_class;
    one["probability"] = why.probability;
    one["runner_up"] = why.runner_up.of_class;
    one["runner_up_probability"] = why.runner_up.probability;
    one["confidence"] = why.confidence;
    one["is_far"] = why.is_far;
    one["support"] = model.calibration().support;
    one["center"] = why.center ? nb::object(nb::int_(*why.center)) : nb::none();
    one["probabilities"] = array_of(std::vector<double>(why.probabilities));
    one["distances_in_embedding"] = array_of(std::vector<double>(why.map_distances));
    one["distances_to_classes"] = array_of(std::vector<double>(why.class_distances));
    one["gradient_norm"] = why.gradient_norm;
    one["safe_radius"] = why.safe_radius;
    one["nearest_labeled"] = neighbors_of(why.labeled);
    one["nearest_centers"] = neighbors_of(why.centers);
    one["runner_up_nearest_labeled"] = neighbors_of({why.runner_up_labeled});
    all.append(one);
  }
  return all;
}

ArrayOut norms_of_gradients(const Model& model, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples), [model, x = view(samples)](const Execution& how) {
    return gradient_norms(model, x, how);
  }));
}

ArrayOut radii_of(const Model& model, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples), [model, x = view(samples)](const Execution& how) {
    return safe_radii(model, model.class_squared_distances(x, how));
  }));
}

ArrayOut distances_to_manifolds(const Model& model, const MatrixIn& samples, const RunSettings& settings) {
  return array_of(run(settings, std::any(samples), [model, x = view(samples)](const Execution& how) {
    return manifold_distances(model, x, model.predict(x, how).classes, how);
  }));
}

// By name; `weights` are those of the fit, or empty.
nb::dict criteria_of(const Model& model, const std::vector<double>& weights, const RunSettings& settings) {
  const Vector given = Eigen::Map<const Vector>(weights.data(), std::ssize(weights));
  ScaleCriteria found = run(settings, std::any(), [model, given](const Execution& how) {
    return scale_criteria(model, given, how);
  });
  nb::dict all;
  all["regularizer_sum"] = found.regularizer.sum();
  all["gradient"] = array_of(std::move(found.gradient));
  all["separation"] = array_of(std::move(found.separation));
  all["ratio"] = array_of(std::move(found.ratio));
  all["weight"] = array_of(std::move(found.weights));
  all["weight_used"] = found.are_weights_used;
  all["regularizer"] = array_of(std::move(found.regularizer));
  all["n_samples"] = found.n_samples;
  return all;
}

// A list per axis, of two classes, counted from 0, and their gap.
nb::list pairs_of(const Model& model) {
  nb::list axes;
  for (const std::vector<SeparatedPair>& pairs : separated_pairs(model)) {
    nb::list axis;
    for (const SeparatedPair& pair : pairs) axis.append(nb::make_tuple(pair.first, pair.second, pair.gap));
    axes.append(axis);
  }
  return axes;
}

std::optional<std::pair<Index, Index>> image_shape_of(const Model& model) {
  const std::optional<ImageSize> size = model.image_size();
  if (!size) return std::nullopt;
  return std::pair(size->height, size->width);
}

nb::tuple circle_of(const MatrixIn& probabilities) {
  ClassCircle circle = class_circle(view(probabilities));
  return nb::make_tuple(array_of(std::move(circle.order)), array_of(std::move(circle.corners)),
                        array_of(std::move(circle.places)), circle.radius);
}

std::map<std::string, std::string> options_of(const Model& model) {
  std::map<std::string, std::string> texts;
  texts.insert(model.options().begin(), model.options().end());
  return texts;
}

nb::dict diagnostics_of(const Model& model) {
  const Diagnostics& diagnostics = model.diagnostics();
  nb::dict all;
  all["n_shifts"] = diagnostics.kernel.n_shifts;
  all["largest_shift"] = diagnostics.kernel.largest_shift;
  all["condition"] = diagnostics.kernel.condition;
  all["interpolation_error"] = diagnostics.kernel.interpolation_error;
  all["n_duplicates"] = diagnostics.n_duplicates;
  all["n_scales_bounded"] = diagnostics.n_scales_bounded;
  all["n_scales_undecided"] = diagnostics.n_scales_undecided;
  return all;
}

}  // namespace

void bind_model(nb::module_& m) {
  using namespace nb::literals;
  nb::class_<Model>(m, "Model", "A fitted map with its labeled embedding; pickled as its model file.")
      .def("__getstate__", state_of_model)
      .def("__setstate__", restore_model)
      .def("transform", transform, "samples"_a, "settings"_a)
      .def("predict", predict, "samples"_a, "settings"_a,
           "Classes, counted from 0, confidence, probability, and 1 where a sample is far.")
      .def("probabilities", probabilities, "samples"_a, "settings"_a)
      .def("log_probabilities", log_probabilities, "samples"_a, "settings"_a)
      .def("gradient_norms", norms_of_gradients, "samples"_a, "settings"_a)
      .def("safe_radii", radii_of, "samples"_a, "settings"_a)
      .def("manifold_distances", distances_to_manifolds, "samples"_a, "settings"_a,
           "To the manifold of the class that is predicted.")
      .def("scale_criteria", criteria_of, "weights"_a, "settings"_a)
      .def("separated_pairs", pairs_of)
      .def("explain", explanations, "samples"_a, "n_neighbors"_a, "settings"_a)
      .def("expected_coordinates", expected_coordinates, "samples"_a, "settings"_a)
      .def(
          "save", [](const Model& model, const std::string& path) { save_model(model, path); }, "path"_a,
          nb::call_guard<nb::gil_scoped_release>())
      .def_prop_ro("classes", [](const Model& model) { return model.classes(); })
      .def_prop_ro(
          "embedding", [](const Model& model) { return array_of(Matrix(model.embedding())); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "labels", [](const Model& model) { return array_of(std::vector<int>(model.labels())); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "scales", [](const Model& model) { return array_of(Vector(model.rbf_map().scales())); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "lipschitz_bounds", [](const Model& model) { return array_of(model.rbf_map().lipschitz_bounds()); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "centers", [](const Model& model) { return array_of(model.rbf_map().centers()); },
          nb::rv_policy::automatic)
      .def_prop_ro(
          "center_samples", [](const Model& model) { return array_of(center_samples(model)); },
          nb::rv_policy::automatic)
      .def_prop_ro("image_shape", image_shape_of, "Height and width of images; None for other samples.")
      .def_prop_ro("n_features", [](const Model& model) { return model.n_features(); })
      .def_prop_ro("n_components", [](const Model& model) { return model.n_components(); })
      .def_prop_ro("extension", [](const Model& model) { return std::string(model.extension().method()); })
      .def_prop_ro("n_centers", [](const Model& model) { return model.rbf_map().n_centers(); })
      .def_prop_ro("options", options_of)
      .def_prop_ro("diagnostics", diagnostics_of);
  m.def(
      "class_circle", circle_of, "probabilities"_a,
      "The order of the classes on the circle, their corners, the places of samples, the radius of a disk.");
  m.def(
      "load_model", [](const std::string& path) { return load_model(path); }, "path"_a,
      nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace sosi::python
