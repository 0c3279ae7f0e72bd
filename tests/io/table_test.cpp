// SPDX-License-Identifier: BSD-3-Clause
// Tables as people have them: ids, labels, categories and missing values beside numbers.
#include <zlib.h>

#include "io/array_files.hpp"
#include "sosi/io/labels_file.hpp"
#include "sosi/io/samples.hpp"

namespace sosi {
namespace io_table_test {

using namespace io_test;
using Names = std::vector<std::string>;

SampleTable read_table(const std::string& text, const TableRules& rules = {},
                       const std::string& name = "t.csv") {
  const TempFile file(name, text);
  return read_samples({.path = file.path(), .array = {}, .where = {}, .table = rules});
}

// What the message says behind the file's name.
std::string refusal(const std::string& text, const TableRules& rules = {}) {
  const TempFile file("t.csv", text);
  const std::string message = message_of<InvalidInput>(
      [&] { read_samples({.path = file.path(), .array = {}, .where = {}, .table = rules}); });
  EXPECT_TRUE(message.starts_with(file.path() + ": ")) << message;
  return message.substr(std::min(message.size(), file.path().size() + 2));
}

Names names_of(const SampleTable& table) {
  return feature_names(table.columns);
}

Matrix four() {
  return (Matrix(2, 2) << 1, -2.5, 3, 4e2).finished();
}

const std::string kPlants = "name,kind,height,color,width\np1,a,1,red,-2.5\np2,b,3,blue,4e2\n";

TEST(Table, IdsLabelsAndIgnoredColumnsAreNoFeatures) {
  const SampleTable table = read_table(kPlants, {.ignored = {"color"}, .labels = {"kind"}, .id = "name"});
  EXPECT_EQ(table.values, four());
  EXPECT_EQ(table.ids, (Names{"p1", "p2"}));
  EXPECT_EQ(table.id_name, "name");
  EXPECT_EQ(names_of(table), (Names{"height", "width"}));
  EXPECT_EQ(read_table(kPlants, {.columns = {"width", "height"}}).values, four());
  EXPECT_EQ(read_table(kPlants, {.ignored = {"2", "4"}, .id = "1"}).values, four());
}

TEST(Table, ColumnsAreNumberedFromOneWithoutAHeader) {
  const SampleTable table = read_table("p1,1,-2.5,7\np2,3,4e2,8\n", {.ignored = {"4"}, .id = "1"});
  EXPECT_EQ(table.values, four());
  EXPECT_EQ(names_of(table), (Names{"2", "3"}));
  EXPECT_EQ(table.id_name, "1");
  EXPECT_EQ(refusal("1,2\n3,4\n", {.ignored = {"3"}}),
            "there is no column '3': without names, columns are 1 to 2");
}

TEST(Table, ATextColumnIsNamedWithTheWaysOut) {
  EXPECT_EQ(refusal(kPlants),
            "columns 'name', 'kind', 'color' are text: --ignore name,kind,color, or "
            "--categories name,kind,color");
  EXPECT_EQ(refusal(kPlants, {.ignored = {"kind"}, .id = "name"}),
            "column 'color' is text: --ignore color, or --categories color");
  EXPECT_EQ(refusal(kPlants, {.ignored = {"kind", "color"}}),
            "column 'name' is text: --ignore name, --id name, or --categories name");
  EXPECT_EQ(refusal(kPlants, {.ignored = {"colour"}}),
            "line 1: there is no column 'colour' among 'name', 'kind', 'height', 'color', 'width'");
  EXPECT_EQ(refusal(kPlants, {.columns = {"height"}, .ignored = {"height"}}),
            "column 'height' cannot be a feature and be left out, an id or a label");
}

TEST(Table, CategoriesBecomeOneFeaturePerValue) {
  const SampleTable table =
      read_table(kPlants + "p3,a,5,red,6\n", {.ignored = {"name", "kind"}, .categories = {"color"}});
  EXPECT_EQ(table.values, (Matrix(3, 4) << 1, 0, 1, -2.5, 3, 1, 0, 4e2, 5, 0, 1, 6).finished());
  EXPECT_EQ(names_of(table), (Names{"height", "color=blue", "color=red", "width"}));
}

TEST(Table, MissingValuesAreRefusedFilledOrDropped) {
  for (const std::string missing : {"", "NA", "N/A", "n/a", "NaN", "nan", "null", "?", "<NA>", "-nan"}) {
    const std::string text = "a,b\n1,2\n3," + missing + "\n5,6\n";
    EXPECT_EQ(refusal(text),
              "line 3, column 'b': '" + missing + "' is missing: --missing mean or drop, or --ignore b");
    const SampleTable filled = read_table(text, {.missing = MissingValues::mean});
    EXPECT_EQ(filled.values, (Matrix(3, 2) << 1, 2, 3, 4, 5, 6).finished());
    EXPECT_EQ(filled.columns[1].means, std::vector<double>{4.0});
    const SampleTable dropped = read_table(text, {.missing = MissingValues::drop});
    EXPECT_EQ(dropped.values, (Matrix(2, 2) << 1, 2, 5, 6).finished());
    EXPECT_EQ(dropped.rows, (Indices{0, 2}));
    EXPECT_EQ(dropped.n_file_rows, 3);
  }
  EXPECT_EQ(refusal("a,b\n1,\n2,NA\n", {.missing = MissingValues::mean}), "column 'b' has no value at all");
  EXPECT_EQ(refusal("a,b\n1,\n2,NA\n", {.missing = MissingValues::drop}),
            "has no row without a missing value");
  EXPECT_EQ(read_table("a,b\n1,x\n2,y\n", {.ignored = {"b"}, .missing = {}}).values.rows(), 2);
}

TEST(Table, AMissingCategoryTakesTheFrequencies) {
  const SampleTable table = read_table("c,x\nred,1\nred,2\n,3\nblue,4\nred,5\n",
                                       {.categories = {"c"}, .missing = MissingValues::mean});
  EXPECT_EQ(table.values.row(2), (Matrix(1, 3) << 0.25, 0.75, 3).finished());
}

TEST(Table, LabelsFollowTheRowsThatWereKept) {
  const TempFile file("t.csv", "a,kind\n1,x\nNA,y\n3,z\n");
  const SampleTable table = read_samples({.path = file.path(),
                                          .array = {},
                                          .where = {},
                                          .table = {.labels = {"kind"}, .missing = MissingValues::drop}});
  EXPECT_EQ(read_label_names({file.path(), "kind"}, table), (Names{"x", "z"}));
}

TEST(Table, AModelsColumnsAreFoundByName) {
  const TableRules model = {.formats = {{"height"}, {"color", {"blue", "red"}}, {"width"}}};
  const Matrix expected = (Matrix(2, 4) << 1, 0, 1, -2.5, 3, 1, 0, 4e2).finished();
  EXPECT_EQ(read_table(kPlants, model).values, expected);
  EXPECT_EQ(read_table("width,color,height\n-2.5,red,1\n4e2,blue,3\n", model).values, expected);
  EXPECT_EQ(read_table("1,red,-2.5\n3,blue,4e2\n", model).values, expected);
  EXPECT_EQ(refusal("height,color\n1,red\n", model),
            "has no column 'width'; the model needs the columns it was fitted with");
  EXPECT_EQ(
      refusal("1,red,-2.5,9\n", model),
      "has no column 'height', 'color', 'width'; the model needs a header with the names of its columns, or "
      "these columns alone");
  EXPECT_EQ(refusal("width,color,height\n1,mauve,2\n", model),
            "line 2, column 'color': 'mauve' is none of the categories of the fit; --missing drop leaves the "
            "row out");
  TableRules ignoring = model;
  ignoring.ignored = {"width"};
  EXPECT_EQ(refusal(kPlants, ignoring),
            "the model says which columns are features: leave out --columns, --ignore and --categories");
}

TEST(Table, AModelFillsItsOwnMeans) {
  TableRules model = {.formats = {{"a", {}, {7.0}}, {"b", {}, {8.0}}}};
  EXPECT_EQ(read_table("b,a\n1,\nNA,2\n", model).values, (Matrix(2, 2) << 7, 1, 2, 8).finished());
  model.missing = MissingValues::drop;
  EXPECT_EQ(read_table("b,a\n1,\n1,2\n", model).rows, (Indices{1}));
  const TableRules without = {.missing = MissingValues::mean, .formats = {{"a"}, {"b"}}};
  EXPECT_TRUE(holds(refusal("b,a\n1,2\n", without), "missing = mean: the model has no means"));
  const TableRules some = {.formats = {{"a"}, {"b", {}, {8.0}}}};
  EXPECT_EQ(read_table("b,a\nNA,2\n", some).values, (Matrix(1, 2) << 2, 8).finished());
  EXPECT_TRUE(holds(refusal("b,a\n1,NA\n", some), "and the model has no mean for it"));
}

TEST(Table, AHeaderIsKnownByWhatStandsBelow) {
  EXPECT_EQ(read_table("NA,1\n3,4\n", {.missing = MissingValues::drop}).n_file_rows, 2);
  EXPECT_EQ(read_table("a,1\n3,4\n").values.rows(), 1);
  EXPECT_EQ(read_table("p,x,1\nq,NA,2\n", {.labels = {"2"}, .id = "1"}).values.rows(), 2);
  EXPECT_EQ(read_table("red,1\n", {.categories = {"1"}}).values.rows(), 1);
  EXPECT_EQ(refusal("1e200,2\n"),
            "line 1, column 1: '1e200' must be a finite number of magnitude at most 1e+150");
  EXPECT_EQ(read_table("a,b\nNA,1\n2,3\n", {.missing = MissingValues::drop}).n_file_rows, 2);
  EXPECT_EQ(read_table("red,1\nblue,2\n", {.categories = {"1"}}).values.rows(), 2);
  EXPECT_EQ(read_table("hue,1990\nred,1\nblue,2\n", {.categories = {"hue"}}).values.rows(), 2);
  EXPECT_EQ(read_table(",0,1\n0,1,-2.5\n1,3,4e2\n", {.ignored = {"1"}}).values, four());
}

TEST(Table, DecimalCommasAreReadWhereTheyCanBeNothingElse) {
  EXPECT_EQ(read_table("a;b\n1;-2,5\n3;4e2\n").values, four());
  EXPECT_EQ(read_table("\"1\",\"-2,5\"\n\"3\",\"4e2\"\n").values, four());
  EXPECT_EQ(read_table("1,000;-2,5\n3;400\n").values, four());
  EXPECT_EQ(
      refusal("a;b\n1,5;2\n1.5;2\n"),
      "line 2, column 'a': '1,5' has a comma, and '1.5' in line 3 a point: must have the same decimal mark");
  EXPECT_EQ(
      refusal("a;b\n1,500;2\n2,250;2\n"),
      "line 2, column 'a': '1,500' may have a decimal comma or thousands set apart: write it with a decimal "
      "point");
}

TEST(Table, ValuesThatAreTooLargeAreNamedByLineAndColumn) {
  EXPECT_EQ(refusal("1,2\ninf,3\n"),
            "line 2, column 1: 'inf' must be a finite number of magnitude at most 1e+150");
  EXPECT_EQ(refusal("a,b\n1,2\n3,1e200\n"),
            "line 3, column 'b': '1e200' must be a finite number of magnitude at most 1e+150");
}

TEST(Table, TextInUtf16IsNamed) {
  for (const std::string mark : {"\xFF\xFE", "\xFE\xFF"}) {
    EXPECT_EQ(refusal(mark + std::string("1\0,\0", 4)), "is UTF-16: save it as UTF-8");
  }
  EXPECT_EQ(refusal(std::string("1\0,\0002\0\n\0", 8)), "is UTF-16: save it as UTF-8");
}

std::string gzipped(const std::string& text) {
  std::string bytes(text.size() + 1000, '\0');
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  deflate(&stream, Z_FINISH);
  bytes.resize(stream.total_out);
  deflateEnd(&stream);
  return bytes;
}

TEST(Table, GzippedTextIsText) {
  EXPECT_EQ(read_table(gzipped("a,b\n1,-2.5\n3,4e2\n"), {}, "t.csv.gz").values, four());
  EXPECT_EQ(read_table(gzipped("1\t-2.5\n3\t4e2"), {}, "t.tsv.gz").values, four());
  EXPECT_EQ(read_table("1 -2.5\n3 4e2\n", {}, "t.txt.gz").values, four()) << "unpacked without renaming";
  std::string long_text;
  for (int i = 0; i < 30000; ++i) long_text += std::to_string(i) + ",1.5\n";
  EXPECT_EQ(read_table(gzipped(long_text), {}, "t.csv.gz").values.rows(), 30000);
  const TempFile labels("y.csv.gz", gzipped("a\n?\nb\n"));
  EXPECT_EQ(read_label_names({labels.path(), {}}), (Names{"a", "", "b"}));
}

TEST(Table, DamagedGzipIsRefused) {
  const std::string whole = gzipped("a,b\n1,-2.5\n3,4e2\n");
  for (std::size_t n = 3; n < whole.size(); ++n) {
    EXPECT_THROW(read_table(whole.substr(0, n), {}, "t.csv.gz"), IoError) << n << " bytes";
  }
  EXPECT_THROW(read_table(whole + "x", {}, "t.csv.gz"), IoError);
}

TEST(Table, RulesAreForTextOnly) {
  const TempFile file("x.npy", npy_doubles("(1, 2)", {1, 2}));
  for (const TableRules& rules :
       {TableRules{.columns = {"a"}}, TableRules{.ignored = {"a"}}, TableRules{.id = "a"},
        TableRules{.categories = {"a"}}, TableRules{.missing = MissingValues::drop}}) {
    EXPECT_TRUE(holds(message_of<InvalidInput>([&] {
                        read_samples({.path = file.path(), .array = {}, .where = {}, .table = rules});
                      }),
                      " is for text tables only"));
  }
}

}  // namespace io_table_test
}  // namespace sosi
