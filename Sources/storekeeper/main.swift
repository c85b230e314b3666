internal import CommandLineTool
internal import Glibc

let status = await runProcess()
exit(status.rawValue)
