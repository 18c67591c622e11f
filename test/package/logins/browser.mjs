// A person with a browser, who fills in every form: it follows redirects and keeps cookies.

/** Opens a page, and goes on until a page has no form. @type {(start: string) => Promise<{ status: number, url: string, text: string }>} */
export async function browse(start) {
  const cookies = new Map();
  let url = new URL(start);
  let init = {};
  for (let pages = 0; pages < 20; pages++) {
    const cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { ...init, redirect: "manual", headers: { ...init.headers, cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    init = {};
    const location = response.headers.get("location");
    const text = location === null ? await response.text() : "";
    const [form, action] = /<form[^>]*action="([^"]+)"[\s\S]*?<\/form>/.exec(text) ?? [];
    if (location === null && form === undefined) return { status: response.status, url: url.href, text };
    if (location !== null) url = new URL(location, url);
    else {
      url = new URL(action.replaceAll("&amp;", "&"), url);
      init = { method: "POST", body: filled(form), headers: { "content-type": "application/x-www-form-urlencoded" } };
    }
  }
  throw new Error(`More than twenty pages follow on ${start}.`);
}

function filled(form) {
  const fields = new URLSearchParams();
  for (const [, tag] of form.matchAll(/<(?:input|button)([^>]*)>/g)) {
    const [, name] = /name="([^"]*)"/.exec(tag) ?? [];
    const [, value] = /value="([^"]+)"/.exec(tag) ?? [];
    if (name !== undefined) fields.set(name, value ?? "ann");
  }
  return fields.toString();
}
