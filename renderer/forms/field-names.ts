/**
 * The names of fields inside react-hook-form, which reads a name as a path: there `a.b` is the member `b` of `a`. Definitions
 * and servers choose names freely, so each field gets a generated name, such as `f12`. A generated name is used once.
 */
export interface FieldNames {
  add(name: string): string;
  inside(name: string): string | undefined;
  forget(name: string): void;
  all(): Iterable<string>;
}

export function createFieldNames(): FieldNames {
  const insides = new Map<string, string>();
  let count = 0;
  return {
    add(name) {
      count += 1;
      insides.set(name, `f${count}`);
      return `f${count}`;
    },
    inside: (name) => insides.get(name),
    forget: (name) => insides.delete(name),
    all: () => insides.keys(),
  };
}
