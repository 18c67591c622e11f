/**
 * The Python program that runs a fake as CES does: it calls `fake_<tool>`, the fake of one tool, or else `fake_tool_call`, the fake of all
 * tools, with the tool, the input and the callback context. The program reads one JSON text and writes one. Some names of CES are in scope,
 * since fakes use them without an import.
 */
export const harness = `
import json, linecache, os, re, sys, traceback, types, typing

request = json.load(sys.stdin)
results = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
sys.stdout = sys.stderr
file = request["file"]
code = request["code"]
linecache.cache[file] = (len(code), None, code.splitlines(True), file)


class Tool(types.SimpleNamespace):
    pass


class CallbackContext:
    def __init__(self, variables):
        self.variables = variables
        self.state = variables

    def get_variable(self, name, default=None):
        return self.variables.get(name, default)

    def set_variable(self, name, value):
        self.variables[name] = value


def described(error):
    """The error with the lines of the fake that led to it; the lines of this program are omitted."""
    if isinstance(error, SyntaxError) and error.filename == file:
        return "".join(traceback.format_exception_only(type(error), error))
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != "<string>"]
    return "".join(traceback.format_list(frames) + traceback.format_exception_only(type(error), error))


def run():
    scope = {name: getattr(typing, name) for name in typing.__all__}
    scope.update(__name__="fakes", __file__=file, Tool=Tool, CallbackContext=CallbackContext)
    exec(compile(code, file, "exec"), scope)
    names = ["fake_" + re.sub("[^A-Za-z0-9_]", "_", each) for each in request["ids"]] + ["fake_tool_call"]
    function = next((scope[name] for name in names if callable(scope.get(name))), None)
    if function is None:
        return None
    tool = Tool(name=request["name"], display_name=request["displayName"], description=request["description"])
    result = function(tool, request["input"], CallbackContext(request["variables"]))
    if result is not None and not isinstance(result, dict):
        raise TypeError(f"{function.__name__} returned a {type(result).__name__} instead of a dict or None.")
    return result


try:
    text = json.dumps({"result": run()}, allow_nan=False)
except (Exception, SystemExit) as error:
    text = json.dumps({"error": described(error)})
results.write(text)
results.close()
`;
