const LONGEST_NAME = 64;

/** The name of a screen's copy of a shared part that no other part has. */
export function nameCopy(part: string, screen: string, isFree: (name: string) => boolean): string {
  const whole = `${part}-${screen}`;
  for (let nth = 1; ; nth += 1) {
    const end = nth === 1 ? '' : `-${nth}`;
    const name = whole.slice(0, LONGEST_NAME - end.length) + end;
    if (isFree(name)) return name;
  }
}

/** The part that a copy of one screen was made from, by the copy's name. @param parts - The names of all parts. */
export function originalOf(name: string, screen: string, parts: readonly string[]): string | undefined {
  return parts.find((part) => part !== name && isNameOfCopy(name, part, screen));
}

/** Whether a screen's copy of a part can have this name. */
function isNameOfCopy(name: string, part: string, screen: string): boolean {
  const whole = `${part}-${screen}`;
  return name === whole.slice(0, LONGEST_NAME) || name.replace(/-\d+$/, '') === whole;
}
