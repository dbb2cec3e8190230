/**
 * Web features after iOS 15.4, with the iOS version that added them (none: no version has it yet) and a pattern for their
 * use. The build compiles newer syntax (its target is 15.4), so this lists APIs, which no build replaces.
 */
export interface WebFeature {
  readonly name: string;
  readonly since: string;
  readonly in: 'script' | 'style';
  readonly pattern: RegExp;
  /** A sample that must be found. */
  readonly planted: string;
}

const script = (name: string, since: string, pattern: RegExp, planted: string): WebFeature => ({
  name,
  since,
  in: 'script',
  pattern,
  planted,
});
const style = (name: string, since: string, pattern: RegExp, planted: string): WebFeature => ({
  name,
  since,
  in: 'style',
  pattern,
  planted,
});

export const NEWER_FEATURES: readonly WebFeature[] = [
  script('inert', '15.5', /\.inert\b|["'`]inert["'`]|\binert=/, 'node.inert = true'),
  script('array copies', '16.0', /\.(toSorted|toReversed|toSpliced)\(/, 'list.toSorted()'),
  script('AbortSignal.timeout', '16.0', /AbortSignal\.timeout\b/, 'AbortSignal.timeout(5)'),
  script('Array.fromAsync', '16.4', /\bfromAsync\(/, 'Array.fromAsync(list)'),
  script('well-formed strings', '16.4', /\b(is|to)WellFormed\(/, 'text.isWellFormed()'),
  script('look-behind', '16.4', /\(\?<[=!]/, '/(?<=a)b/'),
  script('adopted style sheets', '16.4', /adoptedStyleSheets|new CSSStyleSheet/, 'new CSSStyleSheet()'),
  script('OffscreenCanvas', '16.4', /\bOffscreenCanvas\b/, 'new OffscreenCanvas(1, 1)'),
  script('compression streams', '16.4', /\b(De)?[cC]ompressionStream\b/, "new CompressionStream('gzip')"),
  script('element internals', '16.4', /attachInternals\b/, 'this.attachInternals()'),
  script('user activation', '16.4', /\buserActivation\b/, 'navigator.userActivation.isActive'),
  script('web push', '16.4', /\bpushManager\b/, 'registration.pushManager'),
  script('popover', '17.0', /\b(show|hide|toggle)Popover\b/, 'element.showPopover()'),
  script('URL.canParse', '17.0', /URL\.canParse\b/, 'URL.canParse(text)'),
  script(
    'set operations',
    '17.0',
    /\.(intersection|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    'one.intersection(other)',
  ),
  script('groupBy', '17.4', /\b(Object|Map)\.groupBy\b/, 'Object.groupBy(list, key)'),
  script('Promise.withResolvers', '17.4', /Promise\.withResolvers\b/, 'Promise.withResolvers()'),
  script('AbortSignal.any', '17.4', /AbortSignal\.any\b/, 'AbortSignal.any([one])'),
  script('checkVisibility', '17.4', /\bcheckVisibility\(/, 'element.checkVisibility()'),
  script('view transitions', '18.0', /\bstartViewTransition\b/, 'document.startViewTransition(draw)'),
  script('URL.parse', '18.0', /\bURL\.parse\b/, 'URL.parse(text)'),
  script('Promise.try', '18.2', /Promise\.try\b/, 'Promise.try(act)'),
  script('RegExp.escape', '18.2', /RegExp\.escape\b/, 'RegExp.escape(text)'),
  script('bytes as text', '18.2', /\b(from|to)(Base64|Hex)\(/, 'bytes.toHex()'),
  script(
    'iterator helpers',
    '18.4',
    /\.(entries|keys|values)\(\)\s*\.(map|filter|some|every|find|toArray|take|drop|flatMap|reduce)\(|\bIterator\.from\b/,
    'map.values().map(read)',
  ),
  script('requestClose', '18.4', /\brequestClose\(/, 'dialog.requestClose()'),
  script('Trusted Types', '26.0', /\btrustedTypes\b/, 'window.trustedTypes.createPolicy'),
  script('scrollend', '26.2', /["'`]scrollend["'`]|\bonscrollend\b/, "addEventListener('scrollend', end)"),
  script('navigation API', '26.2', /window\.navigation\b/, 'window.navigation.back()'),
  script('idle callbacks', 'none', /\brequestIdleCallback\b/, 'requestIdleCallback(run)'),
  script('scheduler', 'none', /\bscheduler\.(postTask|yield)\b/, 'scheduler.yield()'),
  script('vibration', 'none', /navigator\.vibrate\b/, 'navigator.vibrate(5)'),
  script('network information', 'none', /navigator\.connection\b/, 'navigator.connection.type'),

  style(':modal', '15.6', /:modal\b/, 'dialog:modal{}'),
  style(
    'container queries',
    '16.0',
    /@container\b|\bcontainer(-type|-name)?\s*:/,
    '@container (width>1px){}',
  ),
  style('container units', '16.0', /\d(cqw|cqh|cqi|cqb|cqmin|cqmax)\b/, 'a{width:5cqw}'),
  style('subgrid', '16.0', /\bsubgrid\b/, 'a{grid-template-rows:subgrid}'),
  style('overscroll-behavior', '16.0', /\boverscroll-behavior/, 'a{overscroll-behavior:contain}'),
  style('overflow: clip', '16.0', /\boverflow(-[xy])?\s*:\s*clip\b/, 'a{overflow:clip}'),
  style('color-mix()', '16.2', /\bcolor-mix\(/, 'a{color:color-mix(in srgb,red,blue)}'),
  style(
    'relative colours',
    '16.4',
    /\b(rgb|hsl|oklch|oklab|lch|lab|color)\(\s*from\b/,
    'a{color:rgb(from red r g b)}',
  ),
  style('ranges in media queries', '16.4', /@media[^{]*[<>]/, '@media (width>=400px){}'),
  style('@property', '16.4', /@property\b/, '@property --a{}'),
  style(':dir()', '16.4', /:dir\(/, 'a:dir(rtl){}'),
  style('line-height units', '16.4', /\d(lh|rlh)\b/, 'a{height:2lh}'),
  style(':user-invalid', '16.5', /:user-(in)?valid\b/, 'input:user-invalid{}'),
  style('nesting', '17.2', /\{[^{}]*&[^{}]*\{/, 'a{color:red;& b{}}'),
  style(':popover-open', '17.0', /:popover-open\b/, 'div:popover-open{}'),
  style('contain-intrinsic-size', '17.0', /\bcontain-intrinsic-/, 'a{contain-intrinsic-size:1px}'),
  style('unprefixed hyphens', '17.0', /(?:^|[;{\s])hyphens\s*:\s*auto/, 'a{hyphens:auto}'),
  style('linear()', '17.2', /:\s*[^;{}]*\blinear\(/, 'a{transition-timing-function:linear(0,1)}'),
  style('text-wrap', '17.4', /\btext-wrap(-style|-mode)?\s*:/, 'a{text-wrap:balance}'),
  style('light-dark()', '17.5', /\blight-dark\(/, 'a{color:light-dark(red,blue)}'),
  style('@starting-style', '17.5', /@starting-style\b/, '@starting-style{}'),
  style('content-visibility', '18.0', /\bcontent-visibility\b/, 'a{content-visibility:auto}'),
  style(
    'unprefixed backdrop-filter',
    '18.0',
    /(?<!-webkit-backdrop-filter\s*:[^;}]*;\s*)(?<![-\w])backdrop-filter\s*:/,
    'a{backdrop-filter:blur(1px)}',
  ),
  style('scrollbar-gutter', '18.2', /\bscrollbar-gutter\b/, 'a{scrollbar-gutter:stable}'),
  style('details content', '18.4', /::details-content\b/, 'details::details-content{}'),
  style(
    'anchors',
    '26.0',
    /\b(position-anchor|anchor-name|position-area)\b|\banchor\(/,
    'a{anchor-name:--a}',
  ),
  style('scroll timelines', '26.0', /\b(animation|scroll|view)-timeline\b/, 'a{animation-timeline:scroll()}'),
  style('field-sizing', '26.2', /\bfield-sizing\b/, 'textarea{field-sizing:content}'),
  style('interpolate-size', 'none', /\binterpolate-size\b/, 'a{interpolate-size:allow-keywords}'),
  style(
    'unprefixed user-select',
    'none',
    /(?<!-webkit-user-select\s*:\s*\w+\s*;\s*)(?<![-\w])user-select\s*:/,
    'a{user-select:none}',
  ),
];

/** Features in a text, outside comments. */
export function findNewer(kind: WebFeature['in'], text: string): readonly WebFeature[] {
  const code = text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(kind === 'script' ? /^\s*\/\/.*$/gm : /$^/g, ' ');
  return NEWER_FEATURES.filter((feature) => feature.in === kind && feature.pattern.test(code));
}
