// The mark: comedy and tragedy as the two halves of one mask, lit from the left. 32 units square, no ids, no gradients, so
// that it can live inside a sprite. The wordmark is drawn here as outlines; no font is involved.

/** The mask as SVG inner markup. `ground` is what shows through the lit half. */
export function mark({ gold, ground }) {
  return [
    `<path fill="${gold}" d="M4 5.600Q9.600 8 16 8V29.500C8.800 28.100 4 22.800 4 15.800Z"/>`,
    `<path fill="${gold}" fill-rule="evenodd" d="M16 8Q22.400 8 28 5.600V15.800C28 22.800 23.200 28.100 16 29.500V27.900C22.300 26.500 26.400 21.900 26.400 15.800V7.900Q21.700 9.600 16 9.600Z"/>`,
    `<path fill="${ground}" d="M7 16.400Q10.100 11.400 13.200 16.400Q10.100 14.300 7 16.400Z"/>`,
    `<path fill="${ground}" d="M8 20.100Q11 25.500 16 25.500V22.700Q11.600 22.700 8 20.100Z"/>`,
    `<path fill="${gold}" d="M18.800 14.100Q21.700 18.300 24.400 13.300Q21.600 15.200 18.800 14.100Z"/>`,
    `<path fill="${gold}" d="M16 20.700Q20.800 20.500 23.200 24.300Q19.900 22.700 16 23.300Z"/>`,
  ].join("");
}

const LETTERS = {
  D: [60, "M0 0H11V70H0ZM6 0H26C48 0 60 14 60 35S48 70 26 70H6V66H25C40 66 48 55 48 35S40 4 25 4H6Z"],
  R: [56, "M0 0H11V70H0ZM6 0H26C41 0 49 7 49 18.500S41 37 26 37H6V33H24C33 33 38 28 38 18.500S33 4 24 4H6ZM22 35H35L57 70H44.500Z"],
  A: [60, "M27 2L0 70H4.600L30 6.500ZM26.500 0H33.500L60 70H48ZM11 46H48V50H11Z"],
  M: [74, "M0 70L6 0H10L4.500 70ZM6 0H17L39 54L35 66ZM35 66L60 0H64L37.500 68ZM59.500 0H67.500L73.500 70H62Z"],
  T: [54, "M0 0H54V4.500H0ZM21.500 0H32.500V70H21.500Z"],
  I: [11, "M0 0H11V70H0Z"],
  S: [48, "M43 14C39 6 32 3.600 24 3.600C16 3.600 11 7.600 11 13.400C11 20 17 23 28 28C40 33.400 48 38.600 48 50C48 62 38 71.500 23 71.500C13 71.500 5 68 0 62V52C5 62 13 67.600 23 67.600C32 67.600 38 62.600 38 55.400C38 47.600 31 44 20 39C9 34 1 28.600 1 18C1 7 10 -.6 24 -.6C32 -.6 39 1.600 43 5Z"],
};

/** "DRAMATIS" as outlines, 70 units tall. */
export const WORDMARK = (() => {
  let x = 0;
  let paths = "";
  for (const letter of "DRAMATIS") {
    const [width, d] = LETTERS[letter];
    paths += `<path transform="translate(${x} 0)" d="${d}"/>`;
    x += width + 21;
  }
  return { width: x - 21, paths };
})();
