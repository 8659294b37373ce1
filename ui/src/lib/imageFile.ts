/** Spec section 5, "Avatar upload". */
export const IMAGE_BYTES = 10_485_760;
export const IMAGE_TYPES = ["image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp", "image/bmp"];

/** What is wrong with a file for an image, or null; the words are the specification's. */
export function imageFileError(file: { size: number; type: string }): string | null {
  if (file.size > IMAGE_BYTES) return "File too large (max 10 MB)";
  if (!IMAGE_TYPES.includes(file.type))
    return "Invalid file type. Please upload a JPEG, PNG, GIF, WebP, or BMP image.";
  return null;
}
