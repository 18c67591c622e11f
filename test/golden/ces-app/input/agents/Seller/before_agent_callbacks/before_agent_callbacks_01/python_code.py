from typing import Optional


def before_agent_callback(callback_context) -> Optional[dict]:
    """Calls tools.nothing() in no way."""
    # tools.nothing()
    pets = tools.petstore_list_pets({"kind": "dog"})
    print(f"{tools.list_pets({})} and {'tools.nothing()'}")
    return tools.find_shopp({}) or tools.end_session({})
