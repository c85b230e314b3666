/// The commands that ask the App Store Server API, one for each operation, in the order of the overview.
enum ServerAPICommands {
    static let all: [any Command.Type] = transactions + subscriptions + messaging + commerce

    private static let transactions: [any Command.Type] = [
        ServerAPICommand<GetTransactionInfoOperation>.self, ServerAPICommand<GetTransactionHistoryOperation>.self,
        ServerAPICommand<GetTransactionHistoryV1Operation>.self, ServerAPICommand<GetRefundHistoryOperation>.self,
        ServerAPICommand<GetRefundHistoryV1Operation>.self, ServerAPICommand<LookUpOrderIdOperation>.self,
        ServerAPICommand<GetAppTransactionInfoOperation>.self, ServerAPICommand<FinishTransactionOperation>.self,
        ServerAPICommand<SetAppAccountTokenOperation>.self, ServerAPICommand<GetCustomerGroupsOperation>.self,
    ]

    private static let subscriptions: [any Command.Type] = [
        ServerAPICommand<GetAllSubscriptionStatusesOperation>.self,
        ServerAPICommand<ExtendSubscriptionRenewalDateOperation>.self, ServerAPICommand<ExtendForAllOperation>.self,
        ServerAPICommand<GetStatusOfExtensionsOperation>.self,
        ServerAPICommand<SendConsumptionInformationOperation>.self,
        ServerAPICommand<SendConsumptionInformationV1Operation>.self,
        ServerAPICommand<GetNotificationHistoryOperation>.self,
        ServerAPICommand<RequestTestNotificationOperation>.self,
        ServerAPICommand<GetTestNotificationStatusOperation>.self,
    ]

    private static let messaging: [any Command.Type] = [
        ServerAPICommand<UploadImageOperation>.self, ServerAPICommand<DeleteImageOperation>.self,
        ServerAPICommand<GetImageListOperation>.self, ServerAPICommand<UploadMessageOperation>.self,
        ServerAPICommand<DeleteMessageOperation>.self, ServerAPICommand<GetMessageListOperation>.self,
        ServerAPICommand<ConfigureDefaultMessageOperation>.self,
        ServerAPICommand<DeleteDefaultMessageOperation>.self, ServerAPICommand<GetDefaultMessageOperation>.self,
        ServerAPICommand<ConfigureRealtimeURLOperation>.self, ServerAPICommand<DeleteRealtimeURLOperation>.self,
        ServerAPICommand<GetRealtimeURLOperation>.self, ServerAPICommand<InitiatePerformanceTestOperation>.self,
        ServerAPICommand<GetPerformanceTestResultsOperation>.self,
    ]

    private static let commerce: [any Command.Type] = [
        ServerAPICommand<CancelSubscriptionOperation>.self,
        ServerAPICommand<ChangeSubscriptionMetadataOperation>.self,
        ServerAPICommand<ChangeSubscriptionPriceOperation>.self, ServerAPICommand<MigrateSubscriptionOperation>.self,
        ServerAPICommand<RevokeSubscriptionOperation>.self, ServerAPICommand<RequestRefundOperation>.self,
        ServerAPICommand<SendExternalPurchaseReportOperation>.self,
        ServerAPICommand<GetExternalPurchaseReportOperation>.self,
    ]
}
