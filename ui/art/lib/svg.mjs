// Small vocabulary for building scenes as SVG text. All lengths are canvas pixels.

export const n = (x) => (Math.round(x * 10) / 10).toString();

/** The drawing context that a scene receives. */
export function context({ W, H, rng, P, id }) {
  const defs = [];
  let count = 0;
  const def = (make) => {
    const key = `${id}${count++}`;
    defs.push(make(key));
    return `url(#${key})`;
  };
  const stopsOf = (stops) =>
    stops.map(([o, c, a = 1]) => `<stop offset="${n(o * 100)}%" stop-color="${c}"${a < 1 ? ` stop-opacity="${a.toFixed(3)}"` : ""}/>`).join("");
  const wide = W > H;
  const c = {
    W, H, rng, P, wide, defs,
    /** One "unit": the same visual size on poster and banner. */
    u: wide ? H / 860 : W / 932,
    lin: (x1, y1, x2, y2, stops) =>
      def((k) => `<linearGradient id="${k}" gradientUnits="userSpaceOnUse" x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}">${stopsOf(stops)}</linearGradient>`),
    rad: (cx, cy, r, stops) =>
      def((k) => `<radialGradient id="${k}" gradientUnits="userSpaceOnUse" cx="${n(cx)}" cy="${n(cy)}" r="${n(r)}">${stopsOf(stops)}</radialGradient>`),
    blur: (sd) => def((k) => `<filter id="${k}" x="-30%" y="-30%" width="160%" height="160%"><feGaussianBlur stdDeviation="${n(sd)}"/></filter>`),
    clip: (inner) => def((k) => `<clipPath id="${k}">${inner}</clipPath>`),
    mask: (inner) => def((k) => `<mask id="${k}">${inner}</mask>`),
    wrap: (body) => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${W}" height="${H}" viewBox="0 0 ${W} ${H}"><defs>${defs.join("")}</defs>${body}</svg>`,
  };
  return c;
}

export const rect = (x, y, w, h, fill, more = "") => `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" fill="${fill}" ${more}/>`;
export const circle = (x, y, r, fill, more = "") => `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`;
export const ellipse = (x, y, rx, ry, fill, more = "") => `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`;
export const path = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
export const stroke = (d, colour, width, more = "") => `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
export const group = (body, more = "") => `<g ${more}>${body}</g>`;
export const line = (pts) => pts.map(([x, y], i) => `${i ? "L" : "M"}${n(x)} ${n(y)}`).join("");
export const poly = (pts, fill, more = "") => path(`${line(pts)}Z`, fill, more);

/** A smooth line through the points (Catmull-Rom turned into Béziers). */
export function smooth(pts, join = "M") {
  let d = `${join}${n(pts[0][0])} ${n(pts[0][1])}`;
  for (let i = 0; i < pts.length - 1; i++) {
    const [p0, p1, p2, p3] = [pts[i - 1] ?? pts[i], pts[i], pts[i + 1], pts[i + 2] ?? pts[i + 1]];
    d += `C${n(p1[0] + (p2[0] - p0[0]) / 6)} ${n(p1[1] + (p2[1] - p0[1]) / 6)} ${n(p2[0] - (p3[0] - p1[0]) / 6)} ${n(p2[1] - (p3[1] - p1[1]) / 6)} ${n(p2[0])} ${n(p2[1])}`;
  }
  return d;
}

/** Fractal ridge line from x0 to x1 by midpoint displacement. */
export function ridge(r, x0, x1, y, amp, rough = 0.55, depth = 7, ends = [0, 0]) {
  let pts = [[x0, y + ends[0]], [x1, y + ends[1]]];
  let a = amp;
  for (let k = 0; k < depth; k++) {
    const next = [pts[0]];
    for (let i = 1; i < pts.length; i++) {
      const [ax, ay] = pts[i - 1];
      const [bx, by] = pts[i];
      next.push([(ax + bx) / 2, (ay + by) / 2 + r.range(-a, a)], pts[i]);
    }
    pts = next;
    a *= rough;
  }
  return pts;
}

/** Land under a ridge, down to the bottom of the canvas. */
export const land = (pts, bottom, fill, more = "") => path(`${line(pts)}L${n(pts[pts.length - 1][0])} ${n(bottom)}L${n(pts[0][0])} ${n(bottom)}Z`, fill, more);

/** A soft rolling line: few points, smooth. */
export function rolling(r, x0, x1, y, amp, bumps) {
  const pts = [];
  for (let i = 0; i <= bumps; i++) pts.push([x0 + ((x1 - x0) * i) / bumps, y + r.range(-amp, amp)]);
  return pts;
}
export const hill = (pts, bottom, fill, more = "") =>
  path(`${smooth(pts)}L${n(pts[pts.length - 1][0])} ${n(bottom)}L${n(pts[0][0])} ${n(bottom)}Z`, fill, more);

/** Height of a polyline at x (points sorted by x). */
export function heightAt(pts, x) {
  for (let i = 1; i < pts.length; i++) {
    if (x <= pts[i][0]) {
      const [ax, ay] = pts[i - 1];
      const [bx, by] = pts[i];
      return ay + ((by - ay) * (x - ax)) / (bx - ax || 1);
    }
  }
  return pts[pts.length - 1][1];
}
