/**
 * Why a match is listed, computed by the station, strongest first. `same-name-other-identification`: both sides have
 * an identification and they differ. `alias-only`: an alias is the same name, no name of the entry is.
 * `similar-name`: some parts of the name are the same. `unexplained`: the provider found it, the station sees no reason.
 */
export const matchReasons = [
  'same-identification',
  'same-name',
  'same-name-other-identification',
  'alias-only',
  'similar-name',
  'unexplained',
] as const;
