/** A part of something as it came over the bridge: a member that is there but undefined changes nothing. */
export const withoutUndefined = <T extends object>(part: { [K in keyof T]?: T[K] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Partial<T>;
