/** A name in the text of a `like`, such as `order-details#books[].title`. */
export interface OriginName {
  readonly name: string;
  /** Offset in the text, in UTF-16 units. */
  readonly at: number;
  readonly endpoint: string;
  /** For a member: the origin of the record that has it, `order-details#books[]`. Undefined for the endpoint. */
  readonly origin?: string;
}

/** The endpoint and the members that the text of a `like` names. */
export function namesInOrigin(text: string): readonly OriginName[] {
  const hash = text.indexOf('#');
  if (hash < 1) return [];
  const endpoint = text.slice(0, hash);
  const members = [...text.slice(hash + 1).matchAll(/[^.[\]]+/g)].map(({ 0: name, index }): OriginName => {
    const at = hash + 1 + index;
    const before = text.slice(0, at).replace(/\.$/, '');
    return { name, at, endpoint, origin: before };
  });
  return [{ name: endpoint, at: 0, endpoint }, ...members];
}
