import type { Cuts } from './cut.ts';

/** Something that React can do and the page never asks of it. */
export interface Feature extends Omit<Cuts, 'exports'> {
  readonly name: string;
  /** How somebody would ask for it, and what they would find: what makes the cuts of this feature true. */
  readonly door: string;
  /** Properties of elements and members of classes that ask for it: the build refuses code that has them. */
  readonly words?: readonly string[];
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
    'useInsertionEffect',
    'useLayoutEffect',
    'useMemo',
    'useRef',
    'useState',
    'useSyncExternalStore',
  ],
  'react-dom': ['flushSync'],
  'react-dom/client': ['createRoot'],
} as const;

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
    bodies: {
      popHydrationState: 'return!1',
      prepareToHydrateHostInstance: '',
      queueHydrationError: '',
      resetHydrationState: '',
      throwOnHydrationMismatch: '',
      upgradeHydrationErrorsToRecoverable: '',
      queueIfContinuousEvent: 'return!1',
      clearIfContinuousEvent: '',
      retryIfBlockedOn: '',
    },
    texts: [['-1 < discreteReplayableEvents.indexOf(domEventName)', '!1']],
  },
  {
    name: 'suspending, and activities',
    door: 'Elements and children of these types; a promise that is thrown is an error like any other.',
    tags: [13, 16, 19, 22, 31],
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
    constant: { suspendedThenable: 'null', workInProgressRootIsPrerendering: '!1' },
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
      entangledTransitionTypes: 'null',
      workInProgressDeferredLane: '0',
    },
    bodies: {
      defaultOnDefaultTransitionIndicator: '',
      // All of it at once, as it does for what is urgent.
      renderRootConcurrent: 'return renderRootSync(root,lanes,!0)',
    },
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
    bodies: { TransitionAwareHostComponent: '', extractEvents$1: '' },
  },
  {
    name: 'resources and singletons',
    door: 'preload and the like, which are not exported. What would be moved to the head stands where it is drawn.',
    tags: [26, 27],
    bodies: { isHostHoistableType: 'return!1' },
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
    bodies: { createCache: 'return{}', pushAsyncDispatcher: 'return null', releaseCache: '' },
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
      isFragmentInstanceParent: 'return!1',
    },
    texts: [['new FragmentInstance(current)', 'null']],
  },
  {
    name: 'custom elements',
    door: 'Elements with a hyphen in their names: their properties are attributes.',
    bodies: { isCustomElement: 'return!1', setPropOnCustomElement: '' },
  },
  {
    name: 'events that are put together of others',
    door: 'Properties of these names, which nothing calls.',
    words: ['onBeforeInput', 'onMouseEnter', 'onMouseLeave', 'onPointerEnter', 'onPointerLeave', 'onSelect'],
    bodies: {
      constructSelectEvent: '',
      getFallbackBeforeInputChars: 'return null',
      getNativeBeforeInputChars: 'return null',
    },
    texts: [['if (reactName || SyntheticEventCtor) {', 'if (!1) {']],
  },
  {
    name: 'what only old classes have',
    door: 'Members of classes by these names, which nothing calls.',
    words: OLD_MEMBERS,
    noFunctions: OLD_MEMBERS,
    unassigned: ['ReactDOMSharedInternals.findDOMNode'],
  },
  {
    name: 'hooks that few components have',
    door: 'Hooks that are not exported.',
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
];
