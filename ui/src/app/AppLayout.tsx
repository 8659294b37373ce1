import { useEffect, useRef } from "react";
import { Outlet, ScrollRestoration, useLocation, useNavigation } from "react-router";
import { AlertDialog } from "../design/AlertDialog";
import { cx } from "../lib/classes";
import s from "./AppLayout.module.css";
import { DeletionNotice } from "./layout/DeletionNotice";
import { Footer } from "./layout/Footer";
import { NavBar } from "./layout/NavBar";

/** The frame around every page: skip link, navigation, what is due for the account, the page, the footer, the global alert. */
export function AppLayout() {
  const { pathname } = useLocation();
  const { state } = useNavigation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);

  // After a navigation the reading position of a screen reader moves to the new page.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <>
      <a className={cx("btn btn-accent", s.skip)} href="#main">
        Skip to content
      </a>
      {state === "loading" && <div className={s.progress} role="progressbar" aria-label="Loading the page" />}
      <NavBar pathname={pathname} />
      <div className={s.content}>
        <DeletionNotice />
        <main id="main" ref={main} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <AlertDialog />
      <ScrollRestoration />
    </>
  );
}
