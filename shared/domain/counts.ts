/** Returns a count for each of the names: by default zero. */
export const countsOf = <Name extends string>(names: readonly Name[], count: (name: Name) => number = () => 0): Record<Name, number> =>
  Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>;
