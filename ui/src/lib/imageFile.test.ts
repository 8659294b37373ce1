import { expect, test } from "vitest";
import { IMAGE_BYTES, IMAGE_TYPES, imageFileError } from "./imageFile";

test("an image: the limits and words of the specification", () => {
  for (const type of IMAGE_TYPES) expect(imageFileError({ size: IMAGE_BYTES, type })).toBeNull();
  expect(imageFileError({ size: IMAGE_BYTES + 1, type: "image/png" })).toBe("File too large (max 10 MB)");
  for (const type of ["image/svg+xml", "application/pdf", ""])
    expect(imageFileError({ size: 1, type })).toBe(
      "Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image.",
    );
});
