import type { ComponentChildren } from 'preact';

/** One pen for all: 20 × 20, 1.6 wide, round ends. Always beside a text or an aria-label, so hidden from readers. */
export function Icon({ children, fill = false }: { children: ComponentChildren; fill?: boolean }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 20 20"
      width="20"
      height="20"
      aria-hidden="true"
      fill={fill ? 'currentColor' : 'none'}
      stroke={fill ? 'none' : 'currentColor'}
      stroke-width="1.6"
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      {children}
    </svg>
  );
}

export const PlayIcon = () => (
  <Icon fill>
    <path d="M6 3.8c0-.8.9-1.3 1.6-.9l9 5.7c.7.4.7 1.4 0 1.8l-9 5.7c-.7.4-1.6-.1-1.6-.9z" transform="translate(-.4 .5)" />
  </Icon>
);
export const PauseIcon = () => (
  <Icon fill>
    <rect x="4.5" y="3.5" width="4" height="13" rx="1.3" />
    <rect x="11.5" y="3.5" width="4" height="13" rx="1.3" />
  </Icon>
);
export const ReplayIcon = () => (
  <Icon>
    <path d="M4 10a6 6 0 1 0 2-4.5" />
    <path d="M6.3 2.5v3.2h3.2" />
  </Icon>
);
export const FrameBackIcon = () => (
  <Icon>
    <path d="M12.5 5.5 8 10l4.5 4.5M5 5v10" />
  </Icon>
);
export const FrameAheadIcon = () => (
  <Icon>
    <path d="M7.5 5.5 12 10l-4.5 4.5M15 5v10" />
  </Icon>
);
export const EventBackIcon = () => (
  <Icon>
    <path d="m10 5.5-4.5 4.5 4.5 4.5M15.5 5.5 11 10l4.5 4.5" />
  </Icon>
);
export const EventAheadIcon = () => (
  <Icon>
    <path d="m10 5.5 4.5 4.5-4.5 4.5M4.5 5.5 9 10l-4.5 4.5" />
  </Icon>
);
export const CameraIcon = () => (
  <Icon>
    <rect x="2.5" y="5.5" width="10" height="9" rx="2" />
    <path d="m12.5 9 5-2.5v7l-5-2.5" />
  </Icon>
);
export const LoopIcon = () => (
  <Icon>
    <path d="M4 9V8a3 3 0 0 1 3-3h9M13.5 2.5 16 5l-2.5 2.5M16 11v1a3 3 0 0 1-3 3H4M6.5 17.5 4 15l2.5-2.5" />
  </Icon>
);
export const LinkIcon = () => (
  <Icon>
    <path d="M8.5 11.5a3.5 3.5 0 0 0 5 0l2.5-2.5a3.5 3.5 0 0 0-5-5l-1 1M11.5 8.5a3.5 3.5 0 0 0-5 0L4 11a3.5 3.5 0 0 0 5 5l1-1" />
  </Icon>
);
export const ChartIcon = () => (
  <Icon>
    <path d="M3 17h14M5.5 13.5v-4M10 13.5V4M14.5 13.5V8" />
  </Icon>
);
export const GhostsIcon = () => (
  <Icon>
    <path d="M3.5 16v-6a3.5 3.5 0 0 1 7 0v6l-1.75-1.4L7 16l-1.75-1.4zM10.5 7.2a3.5 3.5 0 0 1 6 2.8v6l-1.75-1.4L13 16l-1-.9" />
  </Icon>
);
export const PictureIcon = () => (
  <Icon>
    <path d="M3.5 4.5h13v11h-13zM3.5 13l4-4 3 3 2-2 4 4" />
  </Icon>
);
export const ClipIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="6.5" />
    <circle cx="10" cy="10" r="2.5" fill="currentColor" stroke="none" />
  </Icon>
);
export const FullscreenIcon = () => (
  <Icon>
    <path d="M3.5 7.5v-4h4M16.5 7.5v-4h-4M3.5 12.5v4h4M16.5 12.5v4h-4" />
  </Icon>
);
export const ThemeIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="6.5" />
    <path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor" stroke="none" />
  </Icon>
);
export const HelpIcon = () => (
  <Icon>
    <rect x="2.5" y="5" width="15" height="10" rx="2" />
    <path d="M5.5 8h.01M8.5 8h.01M11.5 8h.01M14.5 8h.01M7 12h6" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="m5 5 10 10M15 5 5 15" />
  </Icon>
);
export const BackIcon = () => (
  <Icon>
    <path d="M12 4.5 6.5 10l5.5 5.5" />
  </Icon>
);
export const OwnPageIcon = () => (
  <Icon>
    <path d="M8.5 4.5h-4v11h11v-4M11.5 4.5h4v4M15 5 9.5 10.5" />
  </Icon>
);
export const UploadIcon = () => (
  <Icon>
    <path d="M10 13V4M6.5 7.5 10 4l3.5 3.5M3.5 13v2a1.5 1.5 0 0 0 1.5 1.5h10a1.5 1.5 0 0 0 1.5-1.5v-2" />
  </Icon>
);
export const WarningIcon = () => (
  <Icon>
    <path d="M8.7 3.7 2.6 14.3a1.5 1.5 0 0 0 1.3 2.2h12.2a1.5 1.5 0 0 0 1.3-2.2L11.3 3.7a1.5 1.5 0 0 0-2.6 0zM10 8v3.5M10 14h.01" />
  </Icon>
);
export const InfoIcon = () => (
  <Icon>
    <circle cx="10" cy="10" r="7.2" />
    <path d="M10 9.2v4.4M10 6.4h.01" />
  </Icon>
);
export const CheckIcon = () => (
  <Icon>
    <path d="m4.5 10.5 3.5 3.5 7.5-8" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13 13 4 4" />
  </Icon>
);

/** Ghostreel's mark: a ghost with a play button for a face. */
export const GhostMark = () => (
  <svg class="ghost-mark" viewBox="0 0 32 32" width="64" height="64" aria-hidden="true">
    <path
      fill="currentColor"
      fill-rule="evenodd"
      d="M6 27V14a10 10 0 0 1 20 0v13l-3.3-2.6-3.4 2.6-3.3-2.6-3.3 2.6-3.4-2.6zM13.6 10.2v7.6l6.4-3.8z"
    />
  </svg>
);
