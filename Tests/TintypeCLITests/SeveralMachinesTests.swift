import Foundation
import Testing
import TintypeTestSupport

/// What `Documentation/SeveralMachines.md` shows, where the engines are installed: GNU parallel and Dask by
/// `Scripts/setup --tests`, Spark by `.build/python/bin/pip install pyspark` with a Java.
@Suite struct SeveralMachinesTests {
  private static let withDask = python(importing: "dask.bag")
  private static let withSpark = programOnSearchPath("java") == nil ? nil : python(importing: "pyspark")

  /// A program that came with a module of Python.
  private static func tool(_ name: String, of module: String) -> String? {
    let path = python(importing: module).map { ($0 as NSString).deletingLastPathComponent + "/" + name }
    return path.flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
  }

  private static let validator = tool("kubernetes-validate", of: "kubernetes_validate")
  private static let linter = tool("hadolint", of: "kubernetes_validate")

  /// The blocks of an engine, in order.
  private func examples(_ engine: String) throws -> [String] {
    let page = try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/Documentation/SeveralMachines.md"))
    return String(decoding: page, as: UTF8.self).components(separatedBy: "```\(engine)\n").dropFirst().map {
      $0.components(separatedBy: "\n```").first ?? ""
    }
  }

  /// Five photos, what one program makes of them in `expected`, and jobs that lead to `by-worker`.
  private func program() throws -> Program {
    let program = try Program()
    for seed in 0..<5 {
      let name = "photos/\(seed).jpg"
      try FileManager.default.createDirectory(
        atPath: program.folder.path + "/photos", withIntermediateDirectories: true)
      try TestPicture(50, 40, seed: UInt64(seed)).write(program.folder, name, metadata: cameraData(orientation: 6))
    }
    try FileManager.default.createSymbolicLink(
      atPath: program.folder.path + "/tintype", withDestinationPath: Program.path)
    expectQuiet(try program("render", "tumble-down", "-r", "photos", "-o", "expected/", "-q"))
    let jobs = (0..<5).map { number in
      """
      {"look":"tumble-down","input":"photos/\(number).jpg","output":"by-worker/\(number).jpg","createFolders":true}

      """
    }
    try program.folder.write(jobs.joined(), to: "jobs.ndjson")
    let inventory = (0..<5).map { "\"bucket\",\"photos%2F\($0).jpg\",\"1234\"\n" }
    try program.folder.write(inventory.joined(), to: "inventory.csv")
    return program
  }

  private func expectAll(_ program: Program, in folder: String) throws {
    for number in 0..<5 {
      let expected = try #require(program.folder.bytes(of: "expected/\(number).jpg"))
      #expect(program.folder.bytes(of: "\(folder)/\(number).jpg") == expected, "\(folder)/\(number).jpg")
    }
  }

  @Test(.slow, .whereInstalled("parallel")) func parallel() throws {
    let program = try program()
    let examples = try examples("parallel")
    #expect(examples.count == 4)
    for example in examples {
      let result = try program.shell("HOME=\"$PWD\" PATH=\"$PWD:$PATH\"; export HOME PATH; \(example)")
      #expect(result.status == 0, "\(example): \(result.errors)")
    }
    for folder in ["by-name", "by-shard", "by-worker"] { try expectAll(program, in: folder) }
    let answers = String(decoding: try #require(program.folder.bytes(of: "results.ndjson")), as: UTF8.self)
    #expect(answers.ranges(of: "\"ok\":true").count == 5)
    #expect(program.folder.bytes(of: "rendered") == Array("5\n".utf8))
  }

  private func file(_ name: String) throws -> String {
    let path = TestFiles.packageRoot + "/Documentation/SeveralMachines/" + name
    return String(decoding: try #require(TestFiles.bytes(of: path)), as: UTF8.self)
  }

  /// What each task of a job array runs.
  @Test func slurm() throws {
    let program = try program()
    try program.folder.write(try file("photos.sbatch"), to: "photos.sbatch")
    for task in 1...3 {
      let result = try program.shell(
        "PATH=\"$PWD:$PATH\" SLURM_ARRAY_TASK_ID=\(task) SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3 "
          + "bash photos.sbatch tumble-down photos by-array")
      #expect(result.status == 0, "\(result.errors)")
    }
    try expectAll(program, in: "by-array")
  }

  /// What each pod of an indexed job runs.
  @Test func kubernetes() throws {
    let program = try program()
    let lines = try file("photos-job.yaml").components(separatedBy: "\n")
    let start = try #require(lines.firstIndex { $0.hasSuffix("- |") })
    let script = lines[(start + 1)...].prefix { $0.hasPrefix("              ") }.map { $0.dropFirst(14) }
    let completions = lines.compactMap { $0.firstMatch(of: /completions: (\d+)/)?.1 }
    let parts = lines.compactMap { $0.firstMatch(of: /value: "(\d+)"/)?.1 }
    #expect(completions == parts && parts.count == 1)
    for index in 0..<3 {
      let result = try program.shell(
        "PATH=\"$PWD:$PATH\" JOB_COMPLETION_INDEX=\(index) PARTS=3; export PATH JOB_COMPLETION_INDEX PARTS\n"
          + script.joined(separator: "\n"))
      #expect(result.status == 0, "\(result.errors)")
    }
    try expectAll(program, in: "out")
  }

  @Test(.enabled(if: validator != nil, "there is no kubernetes-validate: Scripts/setup --tests installs it"))
  func kubernetesKnowsEveryWord() throws {
    let file = TestFiles.packageRoot + "/Documentation/SeveralMachines/photos-job.yaml"
    let result = try runProgram(try #require(Self.validator), ["--strict", file])
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  @Test(.enabled(if: linter != nil, "there is no hadolint: Scripts/setup --tests installs it"))
  func theContainerIsPlain() throws {
    let result = try runProgram(
      try #require(Self.linter), [TestFiles.packageRoot + "/Documentation/SeveralMachines/Dockerfile"])
    #expect(result.status == 0, "\(result.output) \(result.errors)")
  }

  /// The container's file has the instructions that there are, and takes what Scripts/package makes.
  @Test func container() throws {
    let lines = try file("Dockerfile").replacingOccurrences(of: "\\\n", with: "").split(separator: "\n")
    let words = lines.filter { !$0.hasPrefix("#") }.compactMap { $0.split(separator: " ").first }
    #expect(words == ["FROM", "COPY", "RUN", "USER", "WORKDIR", "ENTRYPOINT"])
    let package = try #require(TestFiles.bytes(of: TestFiles.packageRoot + "/Scripts/package"))
    #expect(String(decoding: package, as: UTF8.self).contains("_${version}_$debian.deb"))
  }

  @Test(.slow, .enabled(if: withDask != nil, "there is no Dask: Scripts/setup --tests installs it")) func dask() throws
  {
    try run("dask", by: Self.withDask, into: ["by-worker", "by-storage"])
  }

  @Test(.enabled(if: withSpark != nil, "there is no Spark")) func spark() throws {
    try run("spark", by: Self.withSpark, into: ["by-worker"])
  }

  @Test(.enabled(if: withDask != nil, "there is no Dask: Scripts/setup --tests installs it"))
  func killedWorkersOfDask() throws {
    try killWorkers("dask", by: Self.withDask)
  }

  @Test(.enabled(if: withSpark != nil, "there is no Spark")) func killedWorkersOfSpark() throws {
    try killWorkers("spark", by: Self.withSpark)
  }

  /// Kills workers after their first photo: each photo is rendered once, and none is reported as failed.
  private func killWorkers(_ engine: String, by python: String?) throws {
    let program = try program()
    try FileManager.default.removeItem(atPath: program.folder.path + "/tintype")
    let fragile = """
      # The first two end as by kill -9, with a photo made and its answer given.
      if mkdir killed1 2>/dev/null || mkdir killed2 2>/dev/null; then
        head -n 1 | "\(Program.path)" "$@"
        kill -9 $$
      fi
      exec "\(Program.path)" "$@"
      """
    try program.folder.install(script: fragile, as: "tintype")
    try program.folder.write(try examples(engine)[0], to: "example.py")
    let result = try program.shell("PATH=\"$PWD:$PATH\"; export PATH; exec \"\(try #require(python))\" example.py")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasSuffix("5 done, 0 failed\n"), "\(result.output)")
    try expectAll(program, in: "by-worker")
    #expect(program.folder.names.contains("killed1"))
  }

  private func run(_ engine: String, by python: String?, into folders: [String]) throws {
    let program = try program()
    let examples = try examples(engine)
    try #require(examples.count == folders.count)
    for (example, folder) in zip(examples, folders) {
      try program.folder.write(example, to: "example.py")
      let result = try program.shell("PATH=\"$PWD:$PATH\"; export PATH; exec \"\(try #require(python))\" example.py")
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasSuffix("5 done, 0 failed\n"), "\(result.output)")
      try expectAll(program, in: folder)
    }
  }
}
