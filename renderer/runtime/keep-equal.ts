/**
 * Structural sharing: equal content keeps its identity, so one comparison detects a change.
 *
 * @returns `old` if both are equal; else `fresh` with every equal part taken from `old`.
 * Plain data only: records, lists and scalars. Does not change its arguments.
 */
export function keepEqual<T>(old: unknown, fresh: T): T {
  if (Object.is(old, fresh)) return fresh;
  if (typeof old !== 'object' || typeof fresh !== 'object' || old === null || fresh === null) return fresh;
  if (Array.isArray(fresh)) return Array.isArray(old) ? (keepList(old, fresh) as T) : fresh;
  if (Array.isArray(old) || !isPlain(fresh) || !isPlain(old)) return fresh;
  return keepRecord(old, fresh) as T;
}

function keepList(old: readonly unknown[], fresh: readonly unknown[]): readonly unknown[] {
  // After an insertion or removal at the front, items are compared at their shifted index.
  const shift = old.length - fresh.length;
  let isSame = old.length === fresh.length;
  const items = fresh.map((item, index) => {
    const kept = keepEqual(old[index], item);
    if (kept === old[index] && index < old.length) return kept;
    isSame = false;
    return shift === 0 ? kept : keepEqual(old[index + shift], kept);
  });
  return isSame ? old : items;
}

type Plain = { readonly [name: string]: unknown };

function keepRecord(old: Plain, fresh: Plain): Plain {
  const names = Object.keys(fresh);
  const count = Object.keys(old).length;
  if (count === 0 && names.length > 0) return fresh;
  let isSame = names.length === count;
  let isFresh = true;
  const members: { [name: string]: unknown } = Object.create(null);
  for (const name of names) {
    const before = Object.hasOwn(old, name) ? old[name] : undefined;
    const kept = keepEqual(before, fresh[name]);
    if (!Object.is(kept, before) || !Object.hasOwn(old, name)) isSame = false;
    if (!Object.is(kept, fresh[name])) isFresh = false;
    members[name] = kept;
  }
  if (isSame) return old;
  return isFresh ? fresh : members;
}

/** Records of data have no prototype or the plain one; other objects (a Failure) are compared by identity. */
function isPlain(value: object): value is Plain {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}
