import { type RefObject, useEffect, useRef } from "react";

/**
 * A field that begins with a value from the address and follows it when the address changes (back, a link, another
 * search). In between it is the visitor's: nothing they type is taken away, and the focus stays where it is.
 */
export function useAddressValue(value: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (field.current !== null && field.current.value.trim() !== value) field.current.value = value;
  }, [value]);
  return field;
}
