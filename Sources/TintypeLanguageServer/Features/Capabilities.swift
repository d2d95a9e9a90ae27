import TintypeEditing
import TintypeJSON
import TintypeSyntax

extension LanguageServer {
  /// The requests, but for the first and the last.
  static let requests: [String: @Sendable (LanguageServer) -> (JSONValue) throws(Failure) -> JSONValue] = [
    "textDocument/hover": LanguageServer.hover,
    "textDocument/completion": LanguageServer.completion,
    "textDocument/signatureHelp": LanguageServer.signatureHelp,
    "textDocument/definition": LanguageServer.definition,
    "textDocument/declaration": LanguageServer.definition,
    "textDocument/references": LanguageServer.references,
    "textDocument/documentHighlight": LanguageServer.highlights,
    "textDocument/prepareRename": LanguageServer.prepareRename,
    "textDocument/rename": LanguageServer.rename,
    "textDocument/documentSymbol": LanguageServer.documentSymbols,
    "workspace/symbol": LanguageServer.workspaceSymbols,
    "textDocument/foldingRange": LanguageServer.foldingRanges,
    "textDocument/selectionRange": LanguageServer.selectionRanges,
    "textDocument/semanticTokens/full": LanguageServer.semanticTokens,
    "textDocument/semanticTokens/range": LanguageServer.semanticTokens,
    "textDocument/inlayHint": LanguageServer.inlayHints,
    "textDocument/documentLink": LanguageServer.documentLinks,
    "textDocument/formatting": LanguageServer.format,
    "textDocument/rangeFormatting": LanguageServer.format,
    "textDocument/onTypeFormatting": LanguageServer.formatOnType,
    "textDocument/codeAction": LanguageServer.codeActions,
    "textDocument/documentColor": LanguageServer.documentColors,
    "textDocument/colorPresentation": LanguageServer.colorPresentations,
    "textDocument/codeLens": LanguageServer.codeLenses,
    "codeLens/resolve": LanguageServer.resolveCodeLens,
    "workspace/executeCommand": LanguageServer.executeCommand,
    "tintype/preview": LanguageServer.preview,
  ]

  func capabilities() -> JSONValue {
    [
      "positionEncoding": .string(workspace.encoding.rawValue),
      "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
      "hoverProvider": true,
      "completionProvider": ["triggerCharacters": [".", "\"", "#", "/"]],
      "signatureHelpProvider": ["triggerCharacters": ["(", ","], "retriggerCharacters": [":"]],
      "declarationProvider": true,
      "definitionProvider": true,
      "referencesProvider": true,
      "documentHighlightProvider": true,
      "renameProvider": ["prepareProvider": true],
      "documentSymbolProvider": true,
      "workspaceSymbolProvider": true,
      "foldingRangeProvider": true,
      "selectionRangeProvider": true,
      "semanticTokensProvider": [
        "legend": [
          "tokenTypes": JSONValue(SemanticToken.Kind.allCases.map(\.rawValue)),
          "tokenModifiers": JSONValue(SemanticToken.Modifier.allCases.map(\.rawValue)),
        ],
        "full": true, "range": true,
      ],
      "inlayHintProvider": true,
      "documentLinkProvider": ["resolveProvider": false],
      "documentFormattingProvider": true,
      "documentRangeFormattingProvider": true,
      "documentOnTypeFormattingProvider": ["firstTriggerCharacter": "}", "moreTriggerCharacter": ["\n"]],
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor.extract", "source.fixAll.tintype"]],
      "colorProvider": true,
      "codeLensProvider": ["resolveProvider": true],
      "executeCommandProvider": ["commands": JSONValue(PreviewCommand.allCases.map(\.rawValue))],
      "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
    ]
  }
}
