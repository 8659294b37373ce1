interface Tab {
  href: string;
  label: string;
  /** Shown after the label, e.g. a count. */
  note?: string;
  current: boolean;
}

/** Views of one page as links: the address holds which one is open, so they work without script. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <a key={tab.href} className="tab" href={tab.href} aria-current={tab.current ? "page" : undefined}>
          {tab.label}
          {tab.note !== undefined && <span className="tab-note">{tab.note}</span>}
        </a>
      ))}
    </nav>
  );
}
