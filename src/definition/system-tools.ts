/** The names of the tools that CX Agent Studio provides. Agents refer to these tools in the same way as to the tools of their app. */
export const systemTools: readonly string[] = ["end_session", "customize_response", "transfer_to_agent"];
