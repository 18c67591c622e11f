"""Gives the tools of a declaration file to DotCraft's AppServer and answers its calls, with the standard library only.

python3 client.py <declarations.json> <turn's steps as JSON> <server command...>
"""

import json
import subprocess
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    dynamic_tools = json.load(file)["dynamicTools"]


def get_item(arguments):
    return {"id": arguments["id"], "name": "cup"}


handlers = {("shop", "get_item"): get_item}


def answer(call):
    handler = handlers.get((call.get("namespace"), call["tool"]))
    if handler is None:
        return {"success": False, "errorCode": "UnsupportedTool", "errorMessage": "No handler is registered for this tool."}
    try:
        output = handler(call["arguments"])
    except Exception as error:
        return {"success": False, "errorCode": "AdapterToolCallFailed", "errorMessage": type(error).__name__}
    text = json.dumps(output)
    return {"success": True, "contentItems": [{"type": "text", "text": text}], "structuredContent": output}


server = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")


def send(message):
    server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    server.stdin.flush()


def read_until(is_wanted):
    """Answers the server's requests until a message is the one that is waited for."""
    for line in server.stdout:
        message = json.loads(line)
        if is_wanted(message):
            if "error" in message:
                raise SystemExit(message["error"]["message"])
            return message
        if message.get("method") == "item/tool/call":
            send({"id": message["id"], "result": answer(message["params"])})
        elif "method" in message and "id" in message:
            send({"id": message["id"], "error": {"code": -32601, "message": "Method not found"}})
    raise SystemExit("The server is gone.")


def request(id, method, params):
    send({"id": id, "method": method, "params": params})
    return read_until(lambda message: message.get("id") == id and "method" not in message)["result"]


request(1, "initialize", {"clientInfo": {"name": "example", "version": "1"}, "capabilities": {"approvalSupport": False}})
send({"method": "initialized", "params": {}})
identity = {"channelName": "example", "userId": "me"}
thread = request(2, "thread/start", {"identity": identity, "dynamicTools": dynamic_tools})["thread"]
request(3, "turn/start", {"threadId": thread["id"], "input": [{"type": "text", "text": sys.argv[2]}]})
turn = read_until(lambda message: message.get("method") == "turn/completed")["params"]["turn"]
print(json.dumps(turn["items"]))
server.stdin.close()
server.wait(10)
