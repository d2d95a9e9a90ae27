"""The language server under the capabilities that several editors state, through a client library.

The library reads every answer into the types of the protocol, so an answer of a wrong shape fails.
Scripts/test --all runs this; by hand: TINTYPE=.build/debug/tintype python3 -m pytest Tests/LanguageServerClients
"""

import asyncio
import base64
import os
import pathlib
import struct

import pytest
import pytest_asyncio  # noqa: F401  the fixtures below need its plugin
import pytest_lsp
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

PROGRAM = os.environ.get("TINTYPE", str(pathlib.Path(__file__).parents[2] / ".build/debug/tintype"))

RECIPE = """tintype 1

look "l" {
  about   "An example."
  working display
}

/// How bright it is.
param light: scalar = 1  in 0...2   "Light"

let tint = #c08060

kernel shifted(c: rgb, by: scalar = 0.25) -> rgb {
  return clamp(c + by, 0, 1)
}

output (source |> shifted(0.5)) * tint * light

expect neutral within 2
"""


def make_client():
    """A client that follows what the server asks of it, which the library leaves to its users."""
    client = pytest_lsp.make_test_lsp_client()
    client.registrations = []

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register(parameters: types.RegistrationParams):
        client.registrations += parameters.registrations

    return client


@pytest_lsp.fixture(
    params=["neovim@0.7.0", "neovim@0.11.0", "visual_studio_code", "emacs"],
    config=ClientServerConfig(server_command=[PROGRAM, "lsp"], client_factory=make_client),
)
async def client(request, lsp_client: LanguageClient, tmp_path):
    (tmp_path / "x.tint").write_text(RECIPE)
    capabilities = client_capabilities(request.param)
    lsp_client.uri = (tmp_path / "x.tint").as_uri()
    lsp_client.started = await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=capabilities,
            root_uri=tmp_path.as_uri(),
            workspace_folders=[types.WorkspaceFolder(uri=tmp_path.as_uri(), name="recipes")],
        )
    )
    lsp_client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=lsp_client.uri, language_id="tintype", version=1, text=RECIPE)
        )
    )
    await lsp_client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    yield
    await lsp_client.shutdown_session()


def place(word, further=0, text=RECIPE):
    """The position of a word, which stands in a line of one-byte characters."""
    before = text[: text.index(word) + further].split("\n")
    return types.Position(line=len(before) - 1, character=len(before[-1]))


def document(client):
    return types.TextDocumentIdentifier(uri=client.uri)


def applied(text, edits):
    """A text after edits."""
    lines = text.split("\n")

    def offset(position):
        return sum(len(line) + 1 for line in lines[: position.line]) + position.character

    for edit in sorted(edits, key=lambda edit: offset(edit.range.start), reverse=True):
        text = text[: offset(edit.range.start)] + edit.new_text + text[offset(edit.range.end) :]
    return text


async def change(client, text, version):
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(uri=client.uri, version=version),
            [types.TextDocumentContentChangeWholeDocument(text)],
        )
    )
    await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)


@pytest.mark.asyncio
async def test_a_right_recipe_has_no_diagnostics(client: LanguageClient):
    assert [d.message for d in client.diagnostics[client.uri]] == []
    watches = client.capabilities.workspace.did_change_watched_files
    assert bool(client.registrations) == bool(watches and watches.dynamic_registration)


@pytest.mark.asyncio
async def test_everything_that_is_offered_has_an_answer(client: LanguageClient):
    here = document(client)
    whole = types.Range(types.Position(0, 0), place("expect"))
    inside = place("clamp", 1)
    hover = await client.text_document_hover_async(types.HoverParams(here, inside))
    assert "NaN becomes low" in hover.contents.value
    items = (await client.text_document_completion_async(types.CompletionParams(here, place("clamp")))).items
    assert {"c", "by", "clamp"} <= {item.label for item in items}
    has_snippets = client.capabilities.text_document.completion.completion_item.snippet_support
    formats = {item.insert_text_format for item in items}
    assert (types.InsertTextFormat.Snippet in formats) == bool(has_snippets)
    help = await client.text_document_signature_help_async(types.SignatureHelpParams(here, place("0, 1)", 1)))
    assert help.active_parameter == 1
    found = await client.text_document_definition_async(types.DefinitionParams(here, place("shifted(0", 1)))
    assert found.range.start == place("shifted")
    used = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), here, place("light", 1))
    )
    assert len(used) == 2
    assert len(await client.text_document_document_highlight_async(types.DocumentHighlightParams(here, inside))) == 1
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(here))
    assert [symbol.name for symbol in symbols][:4] == ["l", "light", "tint", "shifted"]
    assert await client.workspace_symbol_async(types.WorkspaceSymbolParams("shif"))
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(here))
    assert await client.text_document_selection_range_async(types.SelectionRangeParams(here, [inside]))
    tokens = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(here))
    assert len(tokens.data) % 5 == 0 and len(tokens.data) > 100
    assert await client.text_document_inlay_hint_async(types.InlayHintParams(here, whole))
    assert not await client.text_document_document_link_async(types.DocumentLinkParams(here))
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(here))
    resolved = [await client.code_lens_resolve_async(lens) for lens in lenses if lens.data]
    assert len(resolved) == 1 and "hold" in resolved[0].command.title
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await client.text_document_formatting_async(types.DocumentFormattingParams(here, options))
    assert applied(RECIPE, edits or []) == RECIPE


@pytest.mark.asyncio
async def test_a_color_is_picked_and_written_back(client: LanguageClient):
    [old] = await client.text_document_document_color_async(types.DocumentColorParams(document(client)))
    assert round(old.color.red * 255) == 0xC0
    picked = types.Color(red=0x20 / 255, green=0x40 / 255, blue=1.0, alpha=1.0)
    offered = await client.text_document_color_presentation_async(
        types.ColorPresentationParams(document(client), picked, old.range)
    )
    text = applied(RECIPE, [offered[0].text_edit])
    assert text == RECIPE.replace("#c08060", "#2040ff")
    await change(client, text, 2)
    [new] = await client.text_document_document_color_async(types.DocumentColorParams(document(client)))
    assert new.color == picked and client.diagnostics[client.uri] == ()


@pytest.mark.asyncio
async def test_a_wrong_recipe_is_mended(client: LanguageClient):
    wrong = RECIPE.replace("clamp(", "clmp(")
    await change(client, wrong, 2)
    [problem] = client.diagnostics[client.uri]
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(document(client), problem.range, types.CodeActionContext([problem]))
    )
    await change(client, applied(wrong, actions[0].edit.changes[client.uri]), 3)
    assert client.diagnostics[client.uri] == ()


@pytest.mark.asyncio
async def test_a_name_is_renamed(client: LanguageClient):
    where = place("light", 1)
    assert (await client.text_document_prepare_rename_async(types.PrepareRenameParams(document(client), where)))
    edit = await client.text_document_rename_async(types.RenameParams(document(client), where, "lightness"))
    assert applied(RECIPE, edit.changes[client.uri]).count("lightness") == 2
    with pytest.raises(JsonRpcException):
        await client.text_document_rename_async(types.RenameParams(document(client), where, "1x"))


@pytest.mark.asyncio
async def test_a_preview_is_a_picture_of_its_size(client: LanguageClient):
    answer = await client.protocol.send_request_async(
        "tintype/preview", {"textDocument": {"uri": client.uri}, "longEdge": 90, "set": {"light": 0.5}}
    )
    png = base64.b64decode(answer.data)
    assert struct.unpack(">II", png[16:24]) == (answer.width, answer.height) == (90, 60)


@pytest.mark.asyncio
async def test_cancelled_requests_are_answered_at_once(client: LanguageClient):
    """One is worked on, which takes seconds, and one waits behind it."""
    first, answered = client.protocol, []
    futures = [
        first.send_request("tintype/preview", {"textDocument": {"uri": client.uri}, "longEdge": 2400}, msg_id="slow"),
        first.send_request(
            types.TEXT_DOCUMENT_HOVER, types.HoverParams(document(client), place("clamp", 1)), msg_id="late"
        ),
    ]
    await asyncio.sleep(0.2)
    for identifier in ("slow", "late"):
        first.notify("$/cancelRequest", types.CancelParams(identifier))
    for future in futures:
        with pytest.raises(JsonRpcException) as failure:
            await asyncio.wait_for(asyncio.wrap_future(future), 60)
        answered.append(failure.value.code)
    assert answered == [-32800, -32800]
