/** Widths in CSS pixels that the specification names (section 9). Style sheets write them out. */
export const breakpoints = {
  /** Perk texts change their layout here. */
  perk: 522,
  /** Carousels show arrows over this width. */
  carouselArrows: 540,
  /** The settings panel is narrow up to here. */
  narrowSettings: 620,
  /** Home shows three lit pictures beside its opening from here. */
  heroPictures: 1024,
  /** Home is reduced below this width. */
  mobileHome: 768,
  /** The stories promo gains its second and third column here. */
  promo: 797,
  promoWide: 1220,
  /** From here the side menu is always shown. */
  sideMenu: 1633,
} as const;
