// The smallest bundle that keeps the contract: shows its input, and fails on demand.
(() => {
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  globalThis.dramatisRender = (text) => {
    const input = JSON.parse(text);
    if (input.path.includes("section=throw")) throw new Error("asked to");
    if (input.path.includes("section=loop")) for (;;) {}
    const status = input.path === "/404" ? 404 : 200;
    const head = { title: `At ${input.path}`, description: "", canonical: input.path, robots: null, rating: null, og: {}, jsonLd: { input }, preloadImages: [] };
    return `${JSON.stringify({ status, head, redirect: null })}\n<main>${escape(JSON.stringify(input))}</main>`;
  };
})();
