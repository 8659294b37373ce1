import { useEffect, useState } from "react";
import type { Size } from "./crop";

/** The size of an image in pixels, once the browser has it. */
export function useImageSize(src: string): Size | null {
  const [size, setSize] = useState<Size | null>(null);
  useEffect(() => {
    const probe = new Image();
    probe.onload = () => setSize({ width: probe.naturalWidth, height: probe.naturalHeight });
    probe.src = src;
    return () => {
      probe.onload = null;
    };
  }, [src]);
  return size;
}
