internal import Entitlements
internal import Service

extension EvaluationConfiguration {
    /// What the service's configuration file says about answers; the defaults without a file.
    init(file: String?, io: CommandIO) throws(CommandError) {
        guard let file else {
            self.init()
            return
        }
        do throws(ServiceConfigurationError) {
            self = try AnswerSettings.evaluation(configurationFile: file, now: io.now())
        } catch {
            throw .misconfigured(error.problems.map(Problem.init))
        }
    }
}
