/** Widgets of most screens, in the same chunk as the rendering code. */
export { amount } from './amount/amount.tsx';
export { button } from './button/button.tsx';
export { code } from './code/code.tsx';
export { image } from './image/image.tsx';
export { item } from './item/item.tsx';
export { part } from './part/part.tsx';
export { rows } from './rows/rows.tsx';
export { section } from './section/section.tsx';
export { status } from './status/status.tsx';
export { text } from './text/text.tsx';
