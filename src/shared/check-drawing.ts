import { SaxesParser } from 'saxes';

/** Allowed elements of SVGs. Left out on purpose: script, foreignObject, image, use, a, animations, filters. */
const ELEMENTS: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'title', 'desc', 'style'],
  ...['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'],
  ...['text', 'tspan'],
  ...['linearGradient', 'radialGradient', 'stop', 'clipPath', 'mask', 'pattern'],
]);

const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['xmlns', 'version', 'id', 'class', 'style', 'role', 'lang', 'xml:lang', 'xml:space'],
  ...['aria-label', 'aria-hidden', 'aria-labelledby', 'focusable', 'preserveAspectRatio', 'viewBox'],
  ...['x', 'y', 'x1', 'y1', 'x2', 'y2', 'cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'dx', 'dy', 'd', 'points'],
  ...['width', 'height', 'transform', 'pathLength', 'offset', 'rotate', 'textLength', 'lengthAdjust'],
  ...['gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits', 'maskUnits', 'maskContentUnits'],
  ...['patternUnits', 'patternContentUnits', 'patternTransform'],
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin'],
  ...['stroke-miterlimit', 'stroke-dasharray', 'stroke-dashoffset', 'stroke-opacity', 'opacity', 'color'],
  ...['clip-path', 'clip-rule', 'mask', 'display', 'visibility', 'vector-effect', 'paint-order'],
  ...['stop-color', 'stop-opacity', 'shape-rendering', 'text-rendering', 'color-interpolation'],
  ...['font-family', 'font-size', 'font-weight', 'font-style', 'letter-spacing', 'word-spacing'],
  ...['text-anchor', 'text-decoration', 'dominant-baseline', 'alignment-baseline', 'baseline-shift'],
]);

/**
 * A reference to anything outside the SVG. Also the backslash, because a style can use it to escape the letters of
 * such a reference.
 */
const FOREIGN =
  /url\s*\(\s*(?!["']?#)|@import|@font-face|@namespace|image-set|image\s*\(|src\s*\(|javascript:|\\/i;

/**
 * Why an SVG cannot ship with screens; undefined if it can: it has only listed elements and attributes, and no
 * reference to anything outside.
 */
export function findFaultOfDrawing(bytes: Uint8Array): string | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return 'it is not written in UTF-8';
  }
  const faults: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', ({ message }) => faults.push(`it is no well-formed XML (${message})`));
  parser.on('doctype', () => faults.push('it has a document type'));
  parser.on('processinginstruction', ({ target }) => faults.push(`it has an instruction (${target})`));
  // In another encoding the same bytes could be other elements.
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding !== undefined && !/^utf-8$/i.test(encoding))
      faults.push(`it is written in ${encoding}, not in UTF-8`);
  });
  const checkReferences = (written: string) => {
    if (FOREIGN.test(written)) faults.push('it refers to something outside of itself');
  };
  // Collects a style as one text, even if comments and sections split it.
  let words = '';
  let isInStyle = false;
  const collect = (more: string) => {
    words += more;
  };
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.on('closetag', ({ name }) => {
    if (name === 'style') isInStyle = false;
  });
  parser.on('opentag', ({ uri, name, attributes }) => {
    if (isInStyle) faults.push(`it has the element <${name}> in a style`);
    if (name === 'style') isInStyle = true;
    if (uri !== SVG || !ELEMENTS.has(name)) faults.push(`it has the element <${name}>`);
    for (const { name: attribute, value } of Object.values(attributes)) {
      if (!ATTRIBUTES.has(attribute) && !attribute.startsWith('xmlns:'))
        faults.push(`it has the attribute ${attribute}`);
      checkReferences(value);
    }
  });
  parser.write(text).close();
  checkReferences(words);
  return faults[0];
}

const SVG = 'http://www.w3.org/2000/svg';
