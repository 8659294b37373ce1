/**
 * Serves the built bundles with data made from the starter catalogue, without the real server: for work on screens.
 * `npm run build && npm run preview`, then http://localhost:4321. It reads the bundles anew on every request.
 * Query parameters of its own: `?theme=light` (cookie otherwise), `?fail=1` makes every read fail, `?slow=1` delays reads.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import vm from "node:vm";

const here = import.meta.dirname;
const bundles = resolve(here, process.env.BUNDLES ?? "../../bundles");
const starter = resolve(here, "../../bundles/starter");
const catalogue = resolve(here, "../../catalogue");
const port = Number(process.env.PORT ?? 4321);
const at = "2026-11-01T10:00:00Z";

/* ---- data ---- */

const field = (text, name) =>
  new RegExp(`^${name} = "((?:[^"\\\\]|\\\\.)*)"`, "m").exec(text)?.[1]?.replace(/\\(.)/g, "$1") ?? "";
const block = (text, name) =>
  new RegExp(`^${name} = """\\n?([\\s\\S]*?)"""`, "m").exec(text)?.[1]?.trim() ?? field(text, name);
const list = (text, name) =>
  [...(new RegExp(`^${name} = \\[(.*)\\]`, "m").exec(text)?.[1] ?? "").matchAll(/"([^"]*)"/g)].map(
    (m) => m[1],
  );
const words = (slug) => slug.replace(/-/g, " ").replace(/^./, (letter) => letter.toUpperCase());
const media = (key) => (existsSync(join(starter, key)) ? `/media/starter/${key}` : null);

const tagData = (slug) => ({
  id: slug,
  displayName: words(slug),
  scenarioCount: 12,
  properties: { slug, kind: "genre", explicit: false },
});
const authors = new Map();

function scenarioOf(file, index) {
  const text = readFileSync(join(catalogue, "scenarios", file), "utf8");
  const slug = field(text, "slug");
  const [head] = text.split("[[actors]]");
  const tags = list(head, "tags");
  const author = field(head, "author");
  authors.set(author, (authors.get(author) ?? 0) + 1);
  const cover = media(`${slug}/cover.webp`);
  const sent = [0, 1, 940, 10_300, 1_250_000, 10_000_000, 431, 88_210][index % 8];
  const explicit = index % 13 === 5;
  const summary = {
    id: slug,
    displayName: field(head, "name"),
    tagline: field(head, "tagline"),
    avatar_urls: {
      thumbnail: cover,
      thumbnail_mobile: cover,
      avatar: cover,
      banner: media(`${slug}/banner.webp`),
      fullres: cover,
    },
    scenarioStats: {
      chatsCreated: 12,
      favorites: 3,
      ratings: 9,
      messagesSent: sent,
      shekelsSpent: 0,
      userRatings: { likes: 41, dislikes: 2 },
      loveCount: 37,
    },
    author,
    authorname: words(author),
    createdOn: at,
    updatedOn: at,
    tags,
    tagData: tags.map(tagData),
    avatarMetrics: explicit
      ? [{ className: "Porn", probability: 0.9 }]
      : [{ className: "Neutral", probability: 0.97 }],
    explicit,
    public: true,
    recommendationMetadata: null,
  };
  const parts = text.split(/^\[\[(actors|openings|dialogue|example_dialogue)\]\]$/m);
  const actors = [];
  const openings = [];
  for (let i = 1; i < parts.length; i += 2) {
    if (parts[i] === "actors") {
      actors.push({
        actorId: `${slug}-${actors.length + 1}`,
        name: field(parts[i + 1], "name"),
        role: field(parts[i + 1], "role"),
        description: field(parts[i + 1], "description"),
        avatar: media(`${slug}/actor-${actors.length + 1}.webp`),
      });
    } else if (parts[i] === "openings") {
      openings.push({
        title: field(parts[i + 1], "title"),
        text: block(parts[i + 1], "text"),
        speaker: actors.find((a) => a.name === field(parts[i + 1], "speaker"))?.actorId ?? null,
      });
    }
  }
  const { scenarioStats, recommendationMetadata: _none, ...displayData } = summary;
  const full = {
    id: slug,
    displayData,
    scenarioStats,
    interface: null,
    tags,
    tagData: summary.tagData,
    hidden: false,
    avatar: cover,
    actors,
    authorship: {
      author,
      authorname: words(author),
      avatar_url: media(`authors/${author}.webp`),
      bio: "Writes for the house.",
    },
    scenarioEngram: {
      description: block(head, "description"),
      setting: field(head, "setting"),
      openings,
      exampleDialogue: [],
      authorNote: field(head, "author_note") || null,
      language: "en",
    },
  };
  return { summary, full };
}

const scenarios = readdirSync(join(catalogue, "scenarios"))
  .filter((file) => file.endsWith(".toml"))
  .map(scenarioOf);
const summaries = scenarios.map((each) => each.summary);
const slice = (from, count) =>
  Array.from(
    { length: Math.min(count, summaries.length) },
    (_, i) => summaries[(from + i) % summaries.length],
  );
const page = (results, query) => {
  const from = Number(query.get("cursor") ?? 0);
  const limit = Number(query.get("limit") ?? 20);
  return {
    results: results.slice(from, from + limit),
    nextCursor: from + limit < results.length ? String(from + limit) : null,
  };
};
const found = (query) => {
  const q = (query.get("q") ?? "").toLowerCase();
  const author = query.get("author");
  return summaries.filter(
    (each) =>
      (!author || each.author === author) &&
      (q === "" || `${each.displayName} ${each.tagline}`.toLowerCase().includes(q)),
  );
};
const ok = (body) => ({ status: 200, body });
const missing = {
  status: 404,
  body: {
    type: "about:blank",
    title: "Not found",
    status: 404,
    code: "NOT_FOUND",
    message: "There is nothing here",
  },
};

function api(path, query) {
  const last = decodeURIComponent(path.split("/").at(-1));
  if (path.startsWith("/scenarios/scenario/")) {
    const hit = scenarios.find((each) => each.summary.id === last);
    return hit ? ok(hit.full) : missing;
  }
  if (path.startsWith("/scenarios/similar/"))
    return ok({ results: slice(7, Number(query.get("limit") ?? 12)) });
  if (path.endsWith("/loves")) return ok({ count: 37, results: [] });
  if (path === "/scenarios/search") return ok({ ...page(found(query), query), correctedQuery: null });
  if (path.startsWith("/discovery/trending")) return ok(page(slice(3, 66), query));
  if (path.startsWith("/discovery/") || path === "/scenarios/newest") return ok(page(slice(30, 66), query));
  if (path.startsWith("/cards/")) return ok({ results: [], nextCursor: null });
  if (path === "/tags/search")
    return ok({ results: [...new Set(summaries.flatMap((each) => each.tags))].slice(0, 40).map(tagData) });
  if (path.startsWith("/tags/by-id/")) return ok(tagData(last));
  if (path.startsWith("/users/user/")) {
    if (!authors.has(last)) return missing;
    const avatar = media(`authors/${last}.webp`);
    return ok({
      userID: last,
      authorname: words(last),
      username: last,
      userBio: "Writes for the house.",
      avatar_url: avatar,
      avatar_urls: { thumbnail: avatar, thumbnail_mobile: avatar, avatar, banner: null, fullres: avatar },
      joinedOn: at,
      stats: { scenarios: authors.get(last), loves: 120, followers: 4, following: 1, messages: 12_345 },
    });
  }
  if (path === "/misc/fetch-campaign-data") {
    const id = query.get("campaign") ?? "default";
    if (id === "missing") return missing;
    const terms = [
      "Lamps lit, doors open",
      "Slow fires",
      "Murder before supper",
      "Ships, stars and long silences",
    ];
    return ok({
      id,
      displayBlurb: {
        header: "Somebody is waiting in the dark",
        body: "A door, a voice, a first line that is yours to answer. Choose who you are tonight and see what they say.",
      },
      heroLinks: slice(11, 3).map((each) => each.avatar_urls.avatar),
      sections: terms.map((displayTerm, i) => ({ displayTerm, scenarios: slice(i * 13, 10) })),
    });
  }
  if (path === "/system/health")
    return ok({ status: "ok", checks: [{ name: "database", status: "ok", detail: "" }], version: "0.1.0" });
  if (path === "/api/endpointstate")
    return ok({ endpoints: [{ name: "search", state: "up", message: "" }], updatedOn: at });
  return missing;
}

/* ---- pages ---- */

const json = (file) => JSON.parse(readFileSync(join(bundles, file), "utf8"));
const escapeText = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
const matcher = (path) =>
  new RegExp(
    `^${path
      .replace(/\/\*$/, "(?:/(?<rest>.*))?")
      .replace(/^\*$/, ".*")
      .replace(/:(\w+)/g, "(?<$1>[^/]+)")}/?$`,
  );

function expand(template, vars) {
  return template
    .replace(/\{([?&])([^}]*)\}/g, (_, sign, names) => {
      const pairs = names.split(",").flatMap((raw) => {
        const value = vars[raw.replace("*", "")];
        return value === undefined || value === null || value.length === 0
          ? []
          : [value].flat().map((one) => `${raw.replace("*", "")}=${encodeURIComponent(one)}`);
      });
      return pairs.length ? sign + pairs.join("&") : "";
    })
    .replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(vars[name] ?? ""));
}

let realm;
let realmOf;
function renderer() {
  const code = readFileSync(join(bundles, "server/entry-server.js"), "utf8");
  if (realmOf !== code) {
    realm = vm.createContext({ URL, URLSearchParams, console });
    vm.runInContext(code, realm, { filename: "entry-server.js" });
    realmOf = code;
  }
  return realm.dramatisRender;
}

function document(url, cookie) {
  const manifest = json("manifest.json");
  const rows = json("routes.json");
  const row = rows.find((each) => each.path !== "*" && matcher(each.path).test(url.pathname)) ?? rows.at(-1);
  if (row.redirectTo)
    return {
      status: 301,
      location: url.pathname.replace(/^\/card/, "/scenario").replace(/^\/chats/, "/stories"),
    };
  if (row.guard !== "none") return { status: 302, location: "/signup" };
  const params = matcher(row.path).exec(url.pathname)?.groups ?? {};
  const has = (name, value) => new RegExp(`(?:^|; )${name}=${value}`).test(cookie);
  const campaign = url.searchParams.get("campaign") ?? /(?:^|; )campaign=([^;]*)/.exec(cookie)?.[1] ?? null;
  const prefs = {
    theme: has("theme", "light") || url.searchParams.get("theme") === "light" ? "light" : "dark",
    showNSFW: has("showNSFW", "true"),
    hideImages: has("hideImages", "true"),
    hideSubscriptionWarning: has("hideSubscriptionWarning", "true"),
    campaign,
  };
  const allowed = new URLSearchParams();
  const vars = { campaign, ...params };
  for (const name of Object.keys(row.query).sort()) {
    const values = url.searchParams.getAll(name);
    for (const value of values) allowed.append(name, value);
    if (values.length) vars[row.query[name]] = /Tags$/.test(name) ? values : values[0];
  }
  const data = {};
  for (const read of row.data) {
    if (
      read.when &&
      !Object.entries(read.when).every(([name, set]) => set.includes(url.searchParams.get(name) ?? ""))
    )
      continue;
    if (url.searchParams.has("slow") && !read.required) continue;
    const uri = expand(read.uri, vars);
    const target = new URL(uri, "http://x");
    const dropped = new Set(read.omit ?? []);
    const slim = (answer) =>
      JSON.parse(JSON.stringify(answer, (key, value) => (dropped.has(key) ? undefined : value)));
    data[uri] = url.searchParams.has("fail")
      ? { status: 503, body: null }
      : slim(api(target.pathname, target.searchParams));
  }
  const query = allowed.toString();
  const input = JSON.stringify({
    path: url.pathname + (query ? `?${query}` : ""),
    viewer: null,
    prefs,
    publicUrl: `http://localhost:${port}`,
    data,
  });
  const shell = row.render === "shell";
  const output = shell
    ? '{"status":200,"head":{"title":"Dramatis","description":"","preloadImages":[]},"redirect":null}\n'
    : renderer()(input);
  const cut = output.indexOf("\n");
  const { status, head, redirect } = JSON.parse(output.slice(0, cut));
  if (redirect) return { status, location: redirect };
  const preload = head.preloadImages
    .map(
      (image) =>
        `<link rel="preload" as="image" href="${escapeText(image.href)}" imagesrcset="${escapeText(image.imagesrcset ?? "")}" imagesizes="${escapeText(image.imagesizes ?? "")}" fetchpriority="high">`,
    )
    .join("");
  const html = `<!doctype html><html lang="en" class="${prefs.theme}${prefs.hideImages ? " hide-images" : ""}" data-graphics="low"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><title>${escapeText(head.title)}</title><meta name="description" content="${escapeText(head.description)}"><link rel="icon" href="${manifest.icons.svg}" type="image/svg+xml">${manifest.fontPreload.map((font) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`).join("")}${manifest.styles.map((style) => `<link rel="stylesheet" href="${style}">`).join("")}${preload}${[...manifest.modulepreload, ...(manifest.routeChunks[row.id] ?? [])].map((chunk) => `<link rel="modulepreload" href="${chunk}">`).join("")}</head><body><div id="root">${output.slice(cut + 1)}</div><script type="application/json" id="dramatis-data">${input.replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)}</script><script type="module" src="${manifest.entry}"></script></body></html>`;
  return { status, html };
}

const TYPES = {
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".webp": "image/webp",
  ".map": "application/json",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};
const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'";

createServer((request, response) => {
  const url = new URL(request.url, `http://localhost:${port}`);
  const send = (status, type, body, headers = {}) =>
    response.writeHead(status, { "content-type": type, ...headers }).end(body);
  const file = (path) =>
    existsSync(path)
      ? send(200, TYPES[extname(path)] ?? "application/octet-stream", readFileSync(path), {
          "cache-control": "max-age=600",
        })
      : send(404, "text/plain", "missing");
  try {
    if (url.pathname === "/_image") url.pathname = url.searchParams.get("url") ?? "";
    if (/^\/(?:assets\/.+|[\w-]+\.\w+)$/.test(url.pathname))
      return file(join(bundles, "client", url.pathname));
    if (url.pathname.startsWith("/media/starter/"))
      return file(join(starter, decodeURIComponent(url.pathname.slice(15))));
    if (url.pathname.startsWith("/api/")) {
      const path = url.pathname.startsWith("/api/v1") ? url.pathname.slice(7) : url.pathname;
      const answer = (request.headers.referer ?? "").includes("fail=1")
        ? { status: 503, body: {} }
        : api(path, url.searchParams);
      const wait = (request.headers.referer ?? "").includes("slow=1") ? 4_000 : 60;
      return setTimeout(() => send(answer.status, "application/json", JSON.stringify(answer.body)), wait);
    }
    const made = document(url, request.headers.cookie ?? "");
    if (made.location) return response.writeHead(made.status, { location: made.location }).end();
    send(made.status, "text/html; charset=utf-8", made.html, { "content-security-policy": CSP });
  } catch (error) {
    console.error(error.stack?.slice(-1500));
    send(500, "text/plain", String(error).slice(0, 500));
  }
}).listen(port, () => console.log(`preview: http://localhost:${port}`));
