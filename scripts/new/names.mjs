/**
 * What `npm run new` can write. `form` is that of its name, and `more` the number of its further arguments.
 *
 * @typedef {object} Scaffold
 * @property {string} usage
 * @property {RegExp} form
 * @property {number} more
 * @property {(name: string, ...more: string[]) => Plan} plan
 */

/**
 * New files by path, places in files that exist, the tests that are about them, and what a scaffold cannot do.
 *
 * @typedef {object} Plan
 * @property {{ readonly [path: string]: string }} files
 * @property {readonly { path: string, before: string, text: string }[]} inserts
 * @property {readonly string[]} tests
 * @property {readonly string[]} next
 */

/**
 * A name such as `missing-unit` as the name of a constant.
 *
 * @param {string} name
 */
export function camelCase(name) {
  return name.replaceAll(/-([a-z0-9])/g, (/** @type {string} */ _, /** @type {string} */ letter) => letter.toUpperCase());
}

/** @param {string} name */
export function pascalCase(name) {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}
