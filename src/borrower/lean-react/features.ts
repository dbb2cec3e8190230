import type { Cuts } from './cut.ts';

/** Something that React can do and the page never asks of it. */
export interface Feature extends Omit<Cuts, 'exports'> {
  readonly name: string;
  /** How somebody would ask for it, and what they would find: what makes the cuts of this feature true. */
  readonly door: string;
  /** Properties of elements and members of classes that ask for it: the build refuses code that has them. */
  readonly words?: readonly string[];
  /** The same, as properties of elements by their names alone: elsewhere their words mean something else. */
  readonly properties?: readonly string[];
  /** The same, as types of elements. */
  readonly elements?: readonly string[];
}

/** Names that stand one beside the other. */
function list(names: string): readonly string[] {
  return names.trim().split(/\s+/);
}

/** What the page may import, by module; the build refuses anything else, and nothing else is left in them. */
export const KEPT = {
  react: [
    'Component',
    'Fragment',
    'createContext',
    'createElement',
    'memo',
    'useCallback',
    'useContext',
    'useEffect',
    'useLayoutEffect',
    'useMemo',
    'useRef',
    'useState',
    'useSyncExternalStore',
  ],
  'react-dom': ['flushSync'],
  'react-dom/client': ['createRoot'],
} as const;

/** Of errors the number alone is left: what it means stands at react.dev/errors. */
export const ERRORS = { formatProdErrorMessage: 'return"React error #"+code' } as const;

/** What React asks of its scheduler. */
export const SCHEDULED = [
  'unstable_IdlePriority',
  'unstable_ImmediatePriority',
  'unstable_LowPriority',
  'unstable_NormalPriority',
  'unstable_UserBlockingPriority',
  'unstable_cancelCallback',
  'unstable_getCurrentPriorityLevel',
  'unstable_now',
  'unstable_requestPaint',
  'unstable_scheduleCallback',
  'unstable_shouldYield',
] as const;

/** Of classes, before there were hooks. */
const OLD_MEMBERS = [
  'UNSAFE_componentWillMount',
  'UNSAFE_componentWillReceiveProps',
  'UNSAFE_componentWillUpdate',
  'componentWillMount',
  'componentWillReceiveProps',
  'componentWillUpdate',
  'getDerivedStateFromProps',
  'getSnapshotBeforeUpdate',
  'shouldComponentUpdate',
] as const;

/** Names of events that no widget and nothing else of the page listens to, in the way their properties are written. */
const UNHEARD = list(`
  AnimationEnd AnimationIteration AnimationStart AuxClick BeforeToggle ContextMenu Copy Cut Drag
  DragEnd DragEnter DragExit DragLeave DragOver DragStart Drop FullscreenChange FullscreenError
  GotPointerCapture Invalid KeyPress KeyUp LostPointerCapture MouseDown MouseMove MouseOut MouseOver
  MouseUp Paste Pause Play PointerOut PointerOver RateChange ScrollEnd Seeked Toggle TouchCancel
  TransitionEnd VolumeChange Wheel
`);

/** Those of them that a switch or comparison of React names. */
const UNHEARD_NAMES = UNHEARD.map((name) => name.toLowerCase()).filter(
  (name) => !/^(animation|transition|scrollend)/.test(name),
);

/** What is listened to, beside changes and what is written by composing. */
const HEARD =
  'cancel click close error input keyDown load pointerCancel pointerDown pointerMove pointerUp scroll submit touchEnd touchMove touchStart';

/** React has a class for each, which copies what natives have of it. */
const EVENTS = list(`
  UI Mouse Drag Focus Animation Clipboard Composition Keyboard Pointer Submit Touch Transition Wheel
  Toggle
`);

/** What the page reads of any event, beside what all have. */
const READ_OF_EVENTS =
  'timeStamp defaultPrevented detail key altKey ctrlKey metaKey buttons clientX clientY pointerId touches changedTouches';

/** Names of properties that are otherwise written than their attributes; `htmlFor` and `strokeDasharray` are kept. */
const ALIASES = list(`
  acceptCharset httpEquiv crossOrigin accentHeight alignmentBaseline arabicForm baselineShift
  capHeight clipPath clipRule colorInterpolation colorInterpolationFilters colorProfile colorRendering
  dominantBaseline enableBackground fillOpacity fillRule floodColor floodOpacity fontFamily fontSize
  fontSizeAdjust fontStretch fontStyle fontVariant fontWeight glyphName glyphOrientationHorizontal
  glyphOrientationVertical horizAdvX horizOriginX imageRendering letterSpacing lightingColor markerEnd
  markerMid markerStart maskType overlinePosition overlineThickness paintOrder pointerEvents
  renderingIntent shapeRendering stopColor stopOpacity strikethroughPosition strikethroughThickness
  strokeDashoffset strokeLinecap strokeLinejoin strokeMiterlimit strokeOpacity strokeWidth textAnchor
  textDecoration textRendering transformOrigin underlinePosition underlineThickness unicodeBidi
  unicodeRange unitsPerEm vAlphabetic vHanging vIdeographic vMathematical vectorEffect vertAdvY
  vertOriginX vertOriginY wordSpacing writingMode xmlnsXlink xHeight
`);

/** Types of elements that no screen has. */
const UNDRAWN = list(`
  area audio base body br col details embed hr image keygen link math menuitem meta noscript param
  script source track video wbr
`);

/** Properties that no element of a screen has, and that are not set like any other. */
const UNSET = list(`
  action allowFullScreen async autoPlay autoReverse capture cols controls credentialless data default
  defer disablePictureInPicture disableRemotePlayback download externalResourcesRequired formAction
  formNoValidate innerHTML innerText itemScope loop muted noModule playsInline popover preserveAlpha
  reversed rowSpan scoped seamless srcSet start suppressContentEditableWarning
  suppressHydrationWarning textContent xlinkActuate xlinkArcrole xlinkHref xlinkRole xlinkShow
  xlinkTitle xlinkType xmlBase xmlLang xmlSpace dangerouslySetInnerHTML
`);

/**
 * Cut out of react-dom's client, in the version of the lock file. Each says by which door it would be entered. Where the
 * build cannot see who enters, React throws: an element of a type that is cut is invalid (its error 130), and a child
 * that is cut is not valid as a child (31).
 */
export const FEATURES: readonly Feature[] = [
  {
    name: 'hydration',
    door: 'hydrateRoot, which is not exported: what the document brings is a picture, and is taken away.',
    tags: [18],
    unequal: ['SelectiveHydrationException', 'HydrationMismatchException'],
    constant: { isHydrating: '!1', currentReplayingEvent: 'null' },
    falsy: ['isDehydrated'],
    unborn: ['ReactDOMHydrationRoot'],
    calls: { popHydrationState: '!1', queueIfContinuousEvent: '!1' },
    initial: { discreteReplayableEvents: '0', queuedPointers: '0', queuedPointerCaptures: '0' },
    bodies: {
      getParentHydrationBoundary: 'return null',
      prepareToHydrateHostInstance: '',
      queueHydrationError: '',
      resetHydrationState: '',
      throwOnHydrationMismatch: '',
      upgradeHydrationErrorsToRecoverable: '',
      clearIfContinuousEvent: '',
      retryIfBlockedOn: '',
    },
    texts: [['-1 < discreteReplayableEvents.indexOf(domEventName)', '!1']],
  },
  {
    name: 'suspending, and activities',
    door: 'Elements and children of these types; a promise that is thrown is an error like any other.',
    tags: [13, 16, 19, 21, 22, 23, 25, 31],
    falsy: ['pingedLanes', 'warmLanes'],
    unequal: [
      'REACT_ACTIVITY_TYPE',
      'REACT_LAZY_TYPE',
      'REACT_LEGACY_HIDDEN_TYPE',
      'REACT_SUSPENSE_LIST_TYPE',
      'REACT_SUSPENSE_TYPE',
      'SuspenseActionException',
      'SuspenseException',
      'SuspenseyCommitException',
    ],
    noFunctions: ['then'],
    constant: {
      offscreenDirectParentIsHidden: '!1',
      offscreenSubtreeIsHidden: '!1',
      offscreenSubtreeWasHidden: '!1',
      suspendedThenable: 'null',
      workInProgressRootIsPrerendering: '!1',
    },
    bodies: { preloadInstanceAndSuspendIfNeeded: 'workInProgress.flags&=-16777217' },
  },
  {
    name: 'transitions, and work that is put off',
    door: 'Hooks and functions that are not exported. Without them no work is of a lane that is drawn in slices.',
    constant: {
      currentEntangledActionThenable: 'null',
      currentEntangledLane: '0',
      currentEntangledListeners: 'null',
      didReadFromEntangledAsyncAction: '!1',
      shouldDoubleInvokeUserFnsInHooksDEV: '!1',
      entangledTransitionTypes: 'null',
      workInProgressDeferredLane: '0',
    },
    bodies: {
      defaultOnDefaultTransitionIndicator: '',
      getEntangledLanes: 'return renderLanes',
      getHighestPriorityLanes: 'return lanes&42||lanes&-lanes',
    },
    calls: {
      checkIfRootIsPrerendering: '!1',
      computeExpirationTime: '-1',
      entangleTransitions: '0',
      pushStoreConsistencyCheck: '0',
      shouldAttemptEagerTransition: '!1',
    },
    texts: [
      // All of it at once, as it does for what is urgent.
      [
        'exitStatus = shouldTimeSlice\n      ? renderRootConcurrent(root$jscomp$0, lanes)\n      : renderRootSync',
        'exitStatus = renderRootSync',
      ],
      ['renderWasConcurrent = shouldTimeSlice;', 'renderWasConcurrent;'],
      ['renderWasConcurrent &&\n        !isRenderConsistentWithExternalStores(forceSync)', '!1'],
      ['if (0 === revertLane)', 'if (!0)'],
      ['null !== hiddenUpdatesForLane', '!1'],
      ['if (0 !== syncTransitionLanes)', 'if (!1)'],
      ['(lanes & 62914560) === lanes', '!1'],
      ['(lanes & 335544064) === lanes', '!1'],
      ['(committedLanes & 335544064) === committedLanes', '!1'],
    ],
    unassigned: ['ReactSharedInternals.S'],
    members: [
      {
        of: ['useEffect', 'useTransition'],
        gone: [
          'useActionState',
          'useDeferredValue',
          'useFormState',
          'useHostTransitionStatus',
          'useOptimistic',
          'useTransition',
        ],
      },
    ],
  },
  {
    name: 'view transitions',
    door: 'Elements of this type.',
    tags: [30],
    unequal: ['REACT_VIEW_TRANSITION_TYPE'],
    constant: {
      appearingViewTransitions: 'null',
      inUpdateViewTransition: '!1',
      pendingTransitionTypes: 'null',
      pendingViewTransition: 'null',
      pendingViewTransitionEvents: 'null',
      shouldStartViewTransition: '!1',
      viewTransitionMutationContext: '!1',
    },
    unborn: ['ViewTransitionPseudoElement'],
    bodies: {
      commitExitViewTransitions: '',
      commitNestedViewTransitions: '',
      restoreEnterOrExitViewTransitions: '',
      restoreNestedViewTransitions: '',
      restorePairedViewTransitions: '',
      trackEnterViewTransitions: '',
    },
    texts: [
      [
        'isViewTransitionEligible ||\n    subtreeFlags & 8192 ||\n    16785408 === (subtreeFlags & 16785408)',
        '!1',
      ],
    ],
  },
  {
    name: 'actions of forms',
    door: 'A function as `action` of a form, which is ignored; forms of this page have none.',
    words: ['formAction'],
    constant: { needsFormReset: '!1' },
    bodies: { TransitionAwareHostComponent: '' },
    calls: { extractEvents$1: '0' },
    texts: [
      ['null !== stateHook', '!1'],
      ['hostTransitionProviderCursor.current === fiber', '!1'],
      [
        'null !== workInProgress.memoizedState &&\n        (($$typeof = renderWithHooks(',
        '!1 &&\n        (($$typeof = renderWithHooks(',
      ],
    ],
  },
  {
    name: 'resources and singletons',
    door: 'preload and the like, which are not exported. What would be moved to the head stands where it is drawn.',
    tags: [26, 27],
    tagNames: ['_instance', '_instance2'],
    constant: { currentHoistableRoot: 'null', tagCaches: 'null' },
    calls: { isHostHoistableType: '!1' },
    members: [{ of: ['f', 'r', 'D', 'C', 'L'], gone: ['r', 'D', 'C', 'L', 'm', 'X', 'S', 'M'] }],
  },
  {
    name: 'portals',
    door: 'createPortal, which is not exported.',
    tags: [4],
    tagNames: ['nodeTag', 'grandTag'],
    unequal: ['REACT_PORTAL_TYPE'],
  },
  {
    name: 'types of elements that only their names need',
    door: 'Elements of these types.',
    words: ['Consumer'],
    tags: [8, 9, 11, 12, 24],
    unequal: [
      'REACT_CONSUMER_TYPE',
      'REACT_FORWARD_REF_TYPE',
      'REACT_LEGACY_ELEMENT_TYPE',
      'REACT_PROFILER_TYPE',
      'REACT_STRICT_MODE_TYPE',
    ],
  },
  {
    name: 'caches',
    door: 'cache and cacheSignal, which are not exported.',
    calls: { createCache: '{}', pushAsyncDispatcher: 'null', releaseCache: '0', releaseRootPooledCache: '0' },
    texts: [
      ['popProvider(CacheContext)', '0'],
      ['pushProvider(workInProgress, CacheContext, current.memoizedState.cache)', '0'],
      ['pushProvider(workInProgress, CacheContext, props)', '0'],
      ['props !== prevState.cache', '!1'],
    ],
  },
  {
    name: 'references to fragments',
    door: 'A `ref` of a fragment, which stays empty.',
    unborn: ['FragmentInstance'],
    bodies: {
      addFragmentHandleToFiber: '',
      commitFragmentInstanceDeletionEffects: '',
      commitNewChildToFragmentInstance: '',
      commitNewChildToFragmentInstances: '',
      deleteChildFromFragmentInstance: '',
    },
    calls: { isFragmentInstanceParent: '!1', traverseVisibleInstancesAndTextInstances: '0' },
    texts: [['new FragmentInstance(current)', 'null']],
  },
  {
    name: 'custom elements',
    door: 'Elements with a hyphen in their names: their properties are attributes.',
    calls: { isCustomElement: '!1', setPropOnCustomElement: '0' },
    texts: [['"string" === typeof newProps.is', '!1']],
  },
  {
    name: 'events that are put together of others',
    door: 'Properties of these names, which nothing calls.',
    words: ['onBeforeInput', 'onMouseEnter', 'onMouseLeave', 'onPointerEnter', 'onPointerLeave', 'onSelect'],
    calls: {
      constructSelectEvent: '0',
      getFallbackBeforeInputChars: 'null',
      getNativeBeforeInputChars: 'null',
    },
    texts: [['if (reactName || SyntheticEventCtor) {', 'if (!1) {']],
  },
  {
    name: 'what only old classes have',
    door: 'Members of classes by these names, which nothing calls.',
    words: OLD_MEMBERS,
    noFunctions: OLD_MEMBERS,
    unassigned: ['ReactDOMSharedInternals.findDOMNode'],
    texts: [['0 !== (flags & 1024) && null !== current', '!1']],
  },
  {
    name: 'hooks that few components have',
    door: 'Hooks that are not exported.',
    calls: { popTreeContext: '0', pushTreeId: '0' },
    members: [
      {
        of: ['useEffect', 'useDebugValue'],
        gone: [
          'use',
          'useCacheRefresh',
          'useDebugValue',
          'useEffectEvent',
          'useId',
          'useImperativeHandle',
          'useInsertionEffect',
          'useMemoCache',
          'useReducer',
        ],
      },
    ],
  },
  {
    name: 'stacks of components',
    door: 'What a boundary is told beside the error: it is empty, and nobody reads it.',
    words: ['componentStack'],
    bodies: { describeNativeComponentFrame: 'return""', getStackByFiberInDevAndProd: 'return""' },
  },
  {
    name: 'events that nobody listens to',
    door: 'Properties of these names, which nothing calls.',
    words: UNHEARD.map((name) => `on${name}`),
    strings: [
      ...UNHEARD_NAMES,
      ...['onMouseDown', 'onMouseMove', 'onMouseUp'].flatMap((name) => [name, `${name}Capture`]),
    ],
    initial: {
      simpleEventPluginEvents: `'${HEARD}'.split(' ')`,
      mediaEventTypes: '["error"]',
    },
    statements: [
      'simpleEventPluginEvents.push(',
      'registerSimpleEvent(ANIMATION_',
      'registerSimpleEvent(TRANSITION_',
      'registerSimpleEvent("dblclick"',
      'registerDirectEvent("on',
      'registerTwoPhaseEvent("onBeforeInput"',
      'registerTwoPhaseEvent(\n  "onSelect"',
      'registerTwoPhaseEvent(\n  "onCompositionUpdate"',
    ],
  },
  {
    name: 'members of events',
    door: 'Reading them of an event: they are undefined. All that the page reads is copied for events of all kinds.',
    words: list(`
      bubbles charCode clipboardData dataTransfer elapsedTime eventPhase getModifierState isPrimary
      isTrusted keyCode movementX movementY pageX pageY pointerType pressure propertyName
      relatedTarget screenX screenY shiftKey submitter targetTouches
    `),
    initial: {
      EventInterface: `{${READ_OF_EVENTS.replaceAll(' ', ':0,')}:0}`,
      ...Object.fromEntries(
        EVENTS.flatMap((name) => [
          [`${name}EventInterface`, '0'],
          [`Synthetic${name}Event`, 'SyntheticEvent'],
        ]),
      ),
    },
  },
  {
    name: 'browsers before 2022',
    door: 'The oldest web view has all of it.',
    constant: {
      ANIMATION_END: '"animationend"',
      ANIMATION_ITERATION: '"animationiteration"',
      ANIMATION_START: '"animationstart"',
      TRANSITION_END: '"transitionend"',
      canUseCompositionEvent: '!0',
      canUseTextInputEvent: '!0',
      isComposing: '!1',
      isInputEventSupported: '!0',
      passiveBrowserEventsSupported: '!0',
      skipSelectionChangeEvent: '!1',
      useFallbackCompositionData: '!1',
    },
    initial: { objectIs: 'Object.is', vendorPrefixes: '0', style: '0', PossiblyWeakSet: 'WeakSet' },
    statements: ['if (canUseDOM)', 'canUseDOM &&'],
  },
  {
    name: 'attributes that are otherwise written than their properties',
    door: 'Properties of these names, which would become attributes as they are written.',
    properties: ALIASES,
    initial: { aliases: 'new Map([["htmlFor","for"],["strokeDasharray","stroke-dasharray"]])' },
    calls: { isAttributeNameSafe: '!0' },
  },
  {
    name: 'styles that are numbers without a unit',
    door: 'Numbers among the styles of an element, which are pixels.',
    initial: { unitlessNumbers: 'new Set' },
  },
  {
    name: 'children that are no lists',
    door: 'Iterables and contexts as children: no child is valid that is neither text nor an element nor an array.',
    calls: { getIteratorFn: '!1' },
    texts: [['newChild.$$typeof === REACT_CONTEXT_TYPE', '!1']],
  },
  {
    name: 'content that is edited, and what has the focus within a frame',
    door: 'Elements with this property, whose selection would not be kept.',
    words: ['contentEditable'],
    bodies: {
      containsNode: 'return outerNode.contains(innerNode)',
      getActiveElementDeep: 'return getActiveElement(document)',
    },
    texts: [
      ['if ("selectionStart" in root)', 'if (!0)'],
      ['if ("selectionStart" in priorFocusedElem)', 'if (!0)'],
    ],
  },
  {
    name: 'tools of developers',
    door: 'An extension of the browser, which finds no React.',
    constant: { injectedHook: 'null' },
    statements: ['if ("undefined" !== typeof __REACT_DEVTOOLS_GLOBAL_HOOK__)'],
  },
  {
    name: 'errors about what types rule out, and about what React keeps true itself',
    door: 'Code that no compiler has seen, or a fault of React: other errors say so, without a number.',
    statements: [
      'if (!isValidContainer(container)) throw',
      'if (!otherProps) throw',
      'if ("function" !== typeof callback)\n    throw',
      'if ("function" !== typeof ref && "object" !== typeof ref)\n',
      'if ("string" !== typeof newProps && null === workInProgress.stateNode)\n',
      'if (0 !== (flags & 1024)) throw',
      'if (finishedWork === root.current) throw',
      'if (null !== current && workInProgress.child !== current.child)\n    throw',
      'if (null != styles && "object" !== typeof styles)\n',
      'if (null == hostParentFiber) throw',
      'if (null === consumer) throw',
      'if (null === current) throw',
      'if (null === currentParent) throw',
      'if (null === finishedWork.stateNode)\n          throw',
      'if (null === hostParent) throw',
      'if (null === queue) throw',
      'if (null === root) throw',
      'if (null === workInProgress.stateNode)\n            throw',
      'if (null === workInProgressRoot) throw',
      'if (null === workInProgressRoot)\n          throw',
      'if (stateNode && "function" !== typeof stateNode)\n',
    ],
  },
  {
    name: 'elements that no screen has',
    door: 'Elements of these types: they are drawn, and nothing else is done for them.',
    elements: [...UNDRAWN, 'foreignObject'],
    strings: [...UNDRAWN, 'foreignObject', 'http://www.w3.org/1998/Math/MathML'],
    // Of pictures it looks for children alone, which they have not.
    texts: [['    case "img":\n    case "link":\n    case "area":', '    case "link":\n    case "area":']],
  },
  {
    name: 'properties that no element has',
    door: 'Properties of these names: they are attributes like any other.',
    properties: UNSET,
    strings: UNSET,
  },
  {
    name: 'the document as a container',
    door: 'createRoot of it, or of its head or body.',
    strings: ['BODY', 'HEAD', 'HTML', 'head', 'html'],
    bodies: { clearContainerSparingly: '' },
  },
  {
    name: 'controls that keep their own values',
    door: 'Properties of these names: controls show what they are given.',
    properties: ['defaultChecked', 'defaultValue', 'selected'],
    strings: ['defaultChecked', 'defaultValue', 'option', 'selected'],
  },
];
