"""Reads a compiled toolset and calls one of its tools through `toolsetc serve --http`. Needs nothing but Python's standard library.

usage: use_toolset.py <manifest.schema.json> <toolset.json> <address> <tool> <arguments as JSON>
"""

import json
import re
import sys
import urllib.request

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
    "integer": int,
}


def is_of_type(value, name):
    # In Python a truth value is a number too.
    if isinstance(value, bool) and name != "boolean":
        return False
    return isinstance(value, TYPES[name])


def faults(value, schema, root, path="$"):
    """What of `value` does not match `schema`: the keywords of JSON Schema 2020-12 that the manifest's schema has."""
    if schema is True:
        return []
    if "$ref" in schema:
        target = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        found = faults(value, target, root, path)
        if found:
            return found
    types = schema.get("type")
    if types is not None and not any(is_of_type(value, name) for name in ([types] if isinstance(types, str) else types)):
        return [f"{path} is not of type {types}"]
    if "const" in schema and value != schema["const"]:
        return [f"{path} is not {schema['const']!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{path} is none of {schema['enum']}"]
    if "pattern" in schema and isinstance(value, str) and not re.search(schema["pattern"], value):
        return [f"{path} does not match {schema['pattern']}"]
    if "minimum" in schema and is_of_type(value, "number") and value < schema["minimum"]:
        return [f"{path} is less than {schema['minimum']}"]
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema and all(faults(value, each, root, path) for each in schema[keyword]):
            return [f"{path} matches none of its alternatives"]
    found = []
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        found += [f"{path} has no {name!r}" for name in schema.get("required", []) if name not in value]
        for name, member in value.items():
            rule = properties.get(name, schema.get("additionalProperties", True))
            found += [f"{path} has an unknown {name!r}"] if rule is False else faults(member, rule, root, f"{path}.{name}")
    if isinstance(value, list) and "items" in schema:
        for index, item in enumerate(value):
            found += faults(item, schema["items"], root, f"{path}[{index}]")
    return found


def parameters_of(http):
    """The names of the parameters by their place. An absent or short form has default values, as the manifest's schema says."""
    places = ["query", "headers", "cookies", "querystring"]
    parameters = {"path": http.get("pathParameters", re.findall(r"\{([^{}]*)\}", http["path"]))}
    parameters |= {place: http[place] for place in places if place in http}
    return {place: [each if isinstance(each, str) else each["name"] for each in named] for place, named in parameters.items() if named}


class Server:
    """An MCP server over Streamable HTTP."""

    def __init__(self, address):
        self.address = address
        self.session = None
        self.last_id = 0
        client = {"name": "use_toolset", "version": "1"}
        self.request("initialize", {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": client})
        self.post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def request(self, method, params):
        self.last_id += 1
        for message in self.post({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}):
            if message.get("id") == self.last_id:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                return message["result"]
        raise RuntimeError(f"There is no answer to {method}.")

    def post(self, message):
        headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
        if self.session is not None:
            headers["mcp-session-id"] = self.session
        request = urllib.request.Request(self.address, json.dumps(message).encode(), headers)
        with urllib.request.urlopen(request) as response:
            self.session = response.headers.get("mcp-session-id", self.session)
            text = response.read().decode()
            if response.headers.get_content_type() != "text/event-stream":
                return [json.loads(text)] if text else []
            data = ["\n".join(line[5:].lstrip() for line in event.splitlines() if line.startswith("data:")) for event in re.split(r"\r?\n\r?\n", text)]
            return [json.loads(each) for each in data if each.strip()]


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def main(schema_path, manifest_path, address, name, arguments):
    schema, manifest = read(schema_path), read(manifest_path)
    found = faults(manifest, schema, schema)
    if found:
        sys.exit("\n".join(found))
    tool = next(each for each in manifest["tools"] if each["name"] == name)
    server = Server(address)
    listed = server.request("tools/list", {})["tools"]
    answer = server.request("tools/call", {"name": tool["name"], "arguments": json.loads(arguments)})
    declared = {each["name"]: each["description"] for each in manifest["tools"]}
    print(
        json.dumps(
            {
                "declared": list(declared),
                "agrees": declared == {each["name"]: each["description"] for each in listed},
                "request": [tool["http"]["method"], tool["http"]["path"]],
                "parameters": parameters_of(tool["http"]),
                "answer": answer,
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
