/**
 * Roles of elements as in the HTML Accessibility API Mappings (https://www.w3.org/TR/html-aam-1.0/), and which of them a
 * screen reader announces.
 */

const BY_ELEMENT: { readonly [name: string]: string } = {
  article: 'article',
  aside: 'complementary',
  blockquote: 'blockquote',
  button: 'button',
  caption: 'caption',
  dd: 'definition',
  details: 'group',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  figure: 'figure',
  hr: 'separator',
  iframe: 'frame',
  li: 'listitem',
  main: 'main',
  menu: 'list',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  progress: 'progressbar',
  meter: 'meter',
  search: 'search',
  table: 'table',
  tbody: 'rowgroup',
  td: 'cell',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  th: 'columnheader',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
};

const BY_INPUT: { readonly [type: string]: string } = {
  button: 'button',
  checkbox: 'checkbox',
  image: 'button',
  number: 'spinbutton',
  password: 'textbox',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  email: 'textbox',
  tel: 'textbox',
  'datetime-local': 'textbox',
  text: 'textbox',
  time: 'textbox',
  url: 'textbox',
};

const SECTIONS = 'article, aside, main, nav, section';

/** The role of an element; undefined for a generic one. */
export function roleOf(element: Element): string | undefined {
  const given = element.getAttribute('role')?.trim().split(/\s+/)[0];
  if (given !== undefined && given !== '')
    return given === 'presentation' || given === 'none' ? undefined : given;
  const { localName } = element;
  switch (localName) {
    case 'a':
      return element.hasAttribute('href') ? 'link' : undefined;
    case 'h1':
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return 'heading';
    case 'header':
      return element.closest(SECTIONS) === null ? 'banner' : undefined;
    case 'footer':
      return element.closest(SECTIONS) === null ? 'contentinfo' : undefined;
    case 'img':
      return element.getAttribute('alt') === '' ? undefined : 'img';
    case 'input': {
      const type = element.getAttribute('type') ?? 'text';
      return element.hasAttribute('list') ? 'combobox' : (BY_INPUT[type] ?? 'textbox');
    }
    case 'section':
    case 'form': {
      const isNamed = element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');
      return isNamed ? (localName === 'form' ? 'form' : 'region') : undefined;
    }
    case 'select':
      return element.hasAttribute('multiple') ? 'listbox' : 'combobox';
    case 'svg':
      return element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby')
        ? 'img'
        : undefined;
    default:
      return Object.hasOwn(BY_ELEMENT, localName) ? BY_ELEMENT[localName] : undefined;
  }
}

/** Whether a screen reader ignores the element and its content. */
export function isHidden(element: Element): boolean {
  const { localName } = element;
  return (
    localName === 'script' ||
    localName === 'style' ||
    localName === 'template' ||
    (localName === 'input' && element.getAttribute('type') === 'hidden') ||
    element.getAttribute('aria-hidden') === 'true' ||
    element.hasAttribute('hidden') ||
    element.hasAttribute('inert') ||
    (localName === 'dialog' && !element.hasAttribute('open'))
  );
}

/** Roles named by their content, so that the content is not listed again. */
export const NAMED_BY_CONTENT: ReadonlySet<string> = new Set(
  'button cell checkbox columnheader heading link menuitem menuitemcheckbox menuitemradio option radio switch tab tooltip'.split(
    ' ',
  ),
);

/** Interactive roles: these are in tab order, which is the order of the tree. */
export const ACTED_ON: ReadonlySet<string> = new Set(
  'button checkbox combobox link listbox menuitem option radio searchbox slider spinbutton switch tab textbox'.split(
    ' ',
  ),
);
