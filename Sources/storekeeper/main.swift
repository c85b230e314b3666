internal import CommandLineTool
internal import Glibc

let status = await run(arguments: Array(CommandLine.arguments.dropFirst()), io: .process())
exit(status.rawValue)
