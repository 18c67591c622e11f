/** The tools that CX Agent Studio provides. Agents name them like the tools of their app. */
export const systemTools: readonly string[] = ["end_session", "customize_response", "transfer_to_agent"];
