import type { IconName } from "./icons";

interface IconProps {
  name: IconName;
  className?: string;
}

/** A decorative icon of the sprite, as tall as the text (`.icon`). Words beside it carry the meaning. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={className === undefined ? "icon" : `icon ${className}`} aria-hidden="true">
      <use href={`${__ICON_SPRITE__}#${name}`} />
    </svg>
  );
}
