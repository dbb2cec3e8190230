/** A name for the contract that expressions can read; the wire keeps the name of the service. */
export function freeName(name: string, taken: object): string {
  const plain = name
    .replace(/[^A-Za-z0-9_]/g, '_')
    .replace(/^(?=[0-9]|$)/, '_')
    .slice(0, 56);
  const free = ['__proto__', 'constructor', 'prototype'].includes(plain) ? `${plain}_` : plain;
  let found = free;
  for (let count = 2; Object.hasOwn(taken, found); count += 1) found = `${free}_${count}`;
  return found;
}
