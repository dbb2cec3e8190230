import type { RoleOptions } from '#src/simulator/device/steps.ts';
import { isHidden, roleOf } from './roles.ts';
import { nameOf } from './read-tree.ts';

/** Reachable elements with a role below an element, in document order. */
export function queryByRole(place: Element, role: string, { name, expanded }: RoleOptions): HTMLElement[] {
  const found: HTMLElement[] = [];
  const look = (element: Element): void => {
    for (let child = element.firstElementChild; child !== null; child = child.nextElementSibling) {
      if (isHidden(child)) continue;
      const isFound =
        roleOf(child) === role &&
        (expanded === undefined || child.getAttribute('aria-expanded') === String(expanded)) &&
        (name === undefined || name(nameOf(child)));
      if (isFound) found.push(child as HTMLElement);
      look(child);
    }
  };
  if (
    !isHidden(place) &&
    place.matches('dialog') &&
    roleOf(place) === role &&
    (name?.(nameOf(place)) ?? true)
  )
    found.push(place as HTMLElement);
  look(place);
  return found;
}
