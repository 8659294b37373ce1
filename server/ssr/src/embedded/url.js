// URL and URLSearchParams. Parsing is done by the Rust `url` crate through two operations that answer the eleven parts
// of the result, separated by newlines (which no part can hold), or an empty text when the URL is not valid.
((ops) => {
  "use strict";
  const { op_url_parse, op_url_change } = ops;
  const NAMES = [
    "href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash",
  ];

  const partsOf = (text) => {
    if (text === "") return null;
    const values = text.split("\n");
    const parts = Object.create(null);
    for (let i = 0; i < NAMES.length; i++) parts[NAMES[i]] = values[i];
    return parts;
  };

  class URL {
    #parts;
    #params = null;

    constructor(url, base) {
      const parts = URL.#read(url, base);
      if (parts === null) throw new TypeError("Invalid URL");
      this.#parts = parts;
    }

    static #read(url, base) {
      // An absent base is told apart from an empty one, which is not valid.
      const text = base === undefined ? op_url_parse(`${url}`, "", false) : op_url_parse(`${url}`, `${base}`, true);
      return partsOf(text);
    }

    static canParse(url, base) {
      return URL.#read(url, base) !== null;
    }

    static parse(url, base) {
      return URL.canParse(url, base) ? new URL(url, base) : null;
    }

    get origin() {
      return this.#parts.origin;
    }

    get searchParams() {
      if (this.#params === null) {
        this.#params = new URLSearchParams(this.#parts.search);
        this.#params[CHANGED] = (search) => this.#change("search", search);
      }
      return this.#params;
    }

    toString() {
      return this.#parts.href;
    }

    toJSON() {
      return this.#parts.href;
    }

    #change(name, value) {
      const parts = partsOf(op_url_change(this.#parts.href, name, value));
      if (parts !== null) this.#parts = parts;
      else if (name === "href") throw new TypeError("Invalid URL");
    }

    static {
      for (const name of NAMES) {
        if (name === "origin") continue;
        Object.defineProperty(URL.prototype, name, {
          enumerable: true,
          configurable: true,
          get() {
            return this.#parts[name];
          },
          set(value) {
            this.#change(name, `${value}`);
            if (this.#params !== null && (name === "href" || name === "search")) {
              this.#params[REPLACE](this.#parts.search);
            }
          },
        });
      }
      Object.defineProperty(URL.prototype, Symbol.toStringTag, { configurable: true, value: "URL" });
    }
  }

  const CHANGED = Symbol("changed");
  const REPLACE = Symbol("replace");

  // application/x-www-form-urlencoded leaves letters, digits and *-._ as they are, and writes a space as a plus.
  const escape = (text) =>
    encodeURIComponent(text.toWellFormed())
      .replace(/[!'()~]/g, (c) => "%" + c.charCodeAt(0).toString(16).toUpperCase())
      .replace(/%20/g, "+");

  const unescape = (text) => {
    const spaced = text.replace(/\+/g, " ");
    if (!spaced.includes("%")) return spaced;
    try {
      return decodeURIComponent(spaced);
    } catch {
      return decodeLoosely(spaced);
    }
  };

  // A query may hold a stray % or bytes that are not UTF-8: those stay, or become U+FFFD, and never throw.
  const decodeLoosely = (text) =>
    text.replace(/(?:%[0-9a-fA-F]{2})+/g, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return utf8(run.slice(1).split("%").map((hex) => Number.parseInt(hex, 16)));
      }
    });

  // Decodes UTF-8; each maximal part of a broken sequence becomes one U+FFFD, as the Encoding standard has it.
  const utf8 = (bytes) => {
    let text = "";
    let point = 0;
    let missing = 0;
    let low = 0x80;
    let high = 0xbf;
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i];
      if (missing > 0 && (byte < low || byte > high)) {
        text += "\uFFFD";
        missing = 0;
      } else if (missing > 0) {
        point = (point << 6) | (byte & 0x3f);
        missing--;
        if (missing === 0) text += String.fromCodePoint(point);
        low = 0x80;
        high = 0xbf;
        continue;
      }
      low = 0x80;
      high = 0xbf;
      if (byte < 0x80) text += String.fromCharCode(byte);
      else if (byte >= 0xc2 && byte <= 0xdf) [point, missing] = [byte & 0x1f, 1];
      else if (byte >= 0xe0 && byte <= 0xef) {
        [point, missing] = [byte & 0x0f, 2];
        if (byte === 0xe0) low = 0xa0;
        if (byte === 0xed) high = 0x9f;
      } else if (byte >= 0xf0 && byte <= 0xf4) {
        [point, missing] = [byte & 0x07, 3];
        if (byte === 0xf0) low = 0x90;
        if (byte === 0xf4) high = 0x8f;
      } else text += "\uFFFD";
    }
    return missing > 0 ? text + "\uFFFD" : text;
  };

  const parseQuery = (query) => {
    const pairs = [];
    for (const piece of query.split("&")) {
      if (piece === "") continue;
      const at = piece.indexOf("=");
      pairs.push(at < 0 ? [unescape(piece), ""] : [unescape(piece.slice(0, at)), unescape(piece.slice(at + 1))]);
    }
    return pairs;
  };

  const pairsOf = (init) => {
    if (init === undefined) return [];
    if (init === null || (typeof init !== "object" && typeof init !== "function")) {
      const text = `${init}`;
      return parseQuery(text.startsWith("?") ? text.slice(1) : text);
    }
    if (typeof init[Symbol.iterator] === "function") {
      return Array.from(init, (entry) => {
        const pair = Array.from(entry);
        if (pair.length !== 2) throw new TypeError("Each query pair must be an iterable [name, value] tuple");
        return [`${pair[0]}`.toWellFormed(), `${pair[1]}`.toWellFormed()];
      });
    }
    const record = new Map();
    for (const key of Object.keys(init)) record.set(key.toWellFormed(), `${init[key]}`.toWellFormed());
    return Array.from(record);
  };

  class URLSearchParams {
    #pairs;

    constructor(init) {
      this.#pairs = pairsOf(init);
      // Set by the URL these parameters belong to, so that a change reaches it.
      Object.defineProperty(this, CHANGED, { value: null, writable: true });
    }

    [REPLACE](search) {
      this.#pairs = pairsOf(search);
    }

    #commit() {
      this[CHANGED]?.(this.toString());
    }

    get size() {
      return this.#pairs.length;
    }

    append(name, value) {
      this.#pairs.push([`${name}`.toWellFormed(), `${value}`.toWellFormed()]);
      this.#commit();
    }

    delete(name, value) {
      name = `${name}`;
      this.#pairs = this.#pairs.filter((pair) => pair[0] !== name || (value !== undefined && pair[1] !== `${value}`));
      this.#commit();
    }

    get(name) {
      name = `${name}`;
      return this.#pairs.find((pair) => pair[0] === name)?.[1] ?? null;
    }

    getAll(name) {
      name = `${name}`;
      return this.#pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
    }

    has(name, value) {
      name = `${name}`;
      return this.#pairs.some((pair) => pair[0] === name && (value === undefined || pair[1] === `${value}`));
    }

    set(name, value) {
      name = `${name}`.toWellFormed();
      value = `${value}`.toWellFormed();
      const first = this.#pairs.findIndex((pair) => pair[0] === name);
      if (first < 0) this.#pairs.push([name, value]);
      else {
        this.#pairs[first][1] = value;
        this.#pairs = this.#pairs.filter((pair, i) => i <= first || pair[0] !== name);
      }
      this.#commit();
    }

    sort() {
      this.#pairs.sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0));
      this.#commit();
    }

    forEach(callback, self) {
      for (const [name, value] of this) callback.call(self, value, name, this);
    }

    *entries() {
      // By index, because a caller may change the parameters while it walks them.
      for (let i = 0; i < this.#pairs.length; i++) yield [this.#pairs[i][0], this.#pairs[i][1]];
    }

    *keys() {
      for (const [name] of this.entries()) yield name;
    }

    *values() {
      for (const [, value] of this.entries()) yield value;
    }

    [Symbol.iterator]() {
      return this.entries();
    }

    toString() {
      return this.#pairs.map(([name, value]) => `${escape(name)}=${escape(value)}`).join("&");
    }

    static {
      Object.defineProperty(URLSearchParams.prototype, Symbol.toStringTag, {
        configurable: true,
        value: "URLSearchParams",
      });
    }
  }

  for (const [name, value] of Object.entries({ URL, URLSearchParams })) {
    Object.defineProperty(globalThis, name, { value, writable: true, enumerable: false, configurable: true });
  }
})(Deno.core.ops);
