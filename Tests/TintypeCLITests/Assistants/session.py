# A session of an assistant: from a wrong recipe to a rendered picture, by what the tools answer alone.
#
# Run as: session.py PROGRAM FOLDER MODE, where MODE is that of mcp.Client: auto or legacy.

import asyncio
import base64
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

WRONG = 'tintype 1\n\nlook "t" { working display }\n\noutput source |> exposd(by: 0.3ev) |> grayscale()\n'


async def session(program, folder, mode):
    server = stdio_client(StdioServerParameters(command=program, args=["mcp", "--root", "."], cwd=folder))
    async with Client(server, mode=mode) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        assert "render" in names and "check" in names, names
        page = await client.read_resource("tintype://language")
        assert "kernel" in page.contents[0].text

        checked = await client.call_tool("check", {"recipe": WRONG})
        assert checked.is_error and checked.structured_content["errors"] > 0
        code = checked.structured_content["diagnostics"][0]["code"]
        assert code in checked.content[0].text
        explained = await client.call_tool("help", {"name": code})
        assert not explained.is_error, explained.content[0].text

        fixed = await client.call_tool("fix", {"recipe": WRONG})
        if fixed.is_error:
            fixed = await client.call_tool("fix", {"recipe": WRONG, "unsafe": True})
        assert not fixed.is_error, fixed.content[0].text
        saved = await client.call_tool(
            "format", {"recipe": fixed.structured_content["recipe"], "output": "fixed.tint"})
        assert not saved.is_error, saved.content[0].text

        rendered = await client.call_tool("render", {"look": "./fixed.tint", "input": "in.jpg"})
        assert not rendered.is_error, rendered.content[0].text
        pictures = [part for part in rendered.content if part.type == "image"]
        assert pictures[0].mime_type == "image/jpeg"
        with open(folder + "/answer.jpg", "wb") as file:
            file.write(base64.b64decode(pictures[0].data))

        refused = await client.call_tool("render", {"look": "noir", "input": "../in.jpg"})
        assert refused.is_error and "leads up" in refused.content[0].text
        print(client.protocol_version)


asyncio.run(asyncio.wait_for(session(*sys.argv[1:]), 300))
