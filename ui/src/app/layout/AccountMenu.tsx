import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { signOut, useSession, type Viewer } from "../../api/session";
import { Avatar } from "../../design/Avatar";
import { markup, openAlert } from "../../design/alert";
import { useAction } from "../../design/forms/useAction";
import { Icon } from "../../design/Icon";
import personNames from "../../design/PersonNames.module.css";
import { cx } from "../../lib/classes";
import { compact } from "../../lib/format";
import { paths } from "../../lib/paths";
import s from "./AccountMenu.module.css";
import sideMenu from "./SideMenu.module.css";

function SignOutButton() {
  const leave = useAction(signOut, {
    onFailure: () => {
      openAlert({
        title: "You’re still signed in",
        html: markup`<p>We couldn’t reach the server to sign you out. Try again in a moment.</p>`,
        buttons: [{ text: "Close" }],
      });
      return true;
    },
  });
  return (
    <button type="button" className="menu-link" onClick={() => void leave.run()} disabled={leave.busy}>
      <Icon name="signOut" />
      Sign out
    </button>
  );
}

function Who({ viewer }: { viewer: Viewer }) {
  return (
    <a className={s.who} href={paths.profile}>
      <Avatar src={viewer.avatarUrl} name={viewer.username} size={40} eager />
      <span className={personNames.names}>
        <b>{viewer.username}</b>
        {viewer.username !== viewer.authorname && <span>@{viewer.authorname}</span>}
      </span>
    </a>
  );
}

function Wallet({ viewer }: { viewer: Viewer }) {
  return (
    <a className="menu-link" href={paths.wallet}>
      <Icon name="wallet" />
      Wallet
      <span className={sideMenu.state}>{compact(viewer.shekels)}</span>
    </a>
  );
}

/** The links to sign in and up, which lead back to this page; not back to the home page or the screens of signing in. */
function useWaysIn() {
  const { pathname, search } = useLocation();
  return /^\/($|sign|__|welcome)/.test(pathname)
    ? { signIn: paths.signin, signUp: paths.signup }
    : { signIn: paths.signInFirst(pathname + search), signUp: paths.signUpFirst(pathname + search) };
}

/** The account in the top bar: a portrait that opens the menu; for visitors, the way in. */
export function AccountButton({ pathname }: { pathname: string }) {
  const { viewer } = useSession();
  const { signIn } = useWaysIn();
  const menu = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (pathname !== "" && menu.current?.matches(":popover-open")) menu.current.hidePopover();
  }, [pathname]);

  if (viewer === null) {
    return (
      <a className={cx("btn btn-quiet", s.signIn)} href={signIn}>
        Sign in
      </a>
    );
  }
  return (
    <>
      <button
        type="button"
        className={cx("icon-btn", s.button)}
        popoverTarget="account"
        aria-label="Account"
        title="Account"
      >
        <Avatar src={viewer.avatarUrl} name={viewer.username} size={32} eager />
      </button>
      <div className={cx("menu", s.menu)} id="account" popover="auto" ref={menu}>
        <Who viewer={viewer} />
        <div className="menu-list">
          <Wallet viewer={viewer} />
          <a className="menu-link" href={paths.dashboard}>
            <Icon name="dashboard" />
            Dashboard
          </a>
          <a className="menu-link" href={paths.profile}>
            <Icon name="user" />
            Profile
          </a>
          <SignOutButton />
        </div>
      </div>
    </>
  );
}

/** The account at the foot of the side menu, and for visitors in the toggle menu. */
export function AccountBlock() {
  const { viewer } = useSession();
  const { signIn, signUp } = useWaysIn();
  if (viewer === null) {
    return (
      <div className={sideMenu.account}>
        <a className="menu-link" href={signIn}>
          <Icon name="signIn" />
          Sign in
        </a>
        <a className="menu-link" href={signUp}>
          <Icon name="sparkle" />
          Create an account
        </a>
      </div>
    );
  }
  return (
    <div className={cx(sideMenu.account, sideMenu.person)}>
      <Who viewer={viewer} />
      <Wallet viewer={viewer} />
      <SignOutButton />
    </div>
  );
}
