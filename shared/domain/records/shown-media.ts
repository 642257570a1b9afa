/** Kinds of files that a window shows; any other is saved, to be opened in another program. */
export const shownMediaTypes: ReadonlySet<string | null> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'video/mp4',
  'video/webm',
  'application/pdf',
]);
