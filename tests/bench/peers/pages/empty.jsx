import { drawReact } from '../react.js';

/* React and one control: the cost of React itself. */
export const page = {
  translate: () => undefined,
  draw: (root) => drawReact(root, <input id="only" type="text" />),
  submit: () => undefined,
  errors: () => 0,
};
