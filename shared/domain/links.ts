/** Every address outside the application that it may open in the browser; https only, compared whole. */
const links = {
  /** Explains keychains on Linux and how to get one. */
  linuxKeychain: 'https://wiki.archlinux.org/title/GNOME/Keyring',
} as const;

export const externalLinks: readonly string[] = Object.values(links);
