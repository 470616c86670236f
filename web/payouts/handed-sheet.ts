// A sheet that was chosen on another page, for the page of batches to upload.

let handed: File | undefined

export function handSheet(file: File): void {
  handed = file
}

/** Once: whoever takes it uploads it. */
export function takeSheet(): File | undefined {
  const file = handed
  handed = undefined
  return file
}
