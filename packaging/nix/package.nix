# Fermata for Nix; see docs/packaging.md.
{
  lib,
  stdenv,
  autoPatchelfHook,
  chromaprint,
  coreutils,
  curl,
  ffmpeg,
  flac,
  gitMinimal,
  gnutls,
  libebur128,
  libidn2,
  lld,
  pcre2,
  pipewire,
  pkg-config,
  qrencode,
  sqlite,
  swift,
  swiftpm,
  systemd,
  taglib,
  util-linux,
  wavpack,
  # For each Swift package its `version` and its `source`.
  swiftPackageSources,
}:

let
  release = builtins.readFile ../../Sources/Doors/ControlProtocol/Release.swift;
  # The flavour of libcurl that the daemon looks for, by the name that Debian and Arch give it.
  curlWithGnuTLS = curl.override {
    gnutlsSupport = true;
    opensslSupport = false;
  };
in
assert lib.assertMsg (lib.versionAtLeast swift.version "6.3") "Fermata needs Swift 6.3, and this nixpkgs has ${swift.version}";
stdenv.mkDerivation {
  pname = "fermata";
  # The version is in one place.
  version = builtins.elemAt (builtins.match ".*static let version = \"([^\"]*)\".*" release) 0;
  src = lib.cleanSource ../..;

  strictDeps = true;
  nativeBuildInputs = [
    autoPatchelfHook
    gitMinimal
    lld
    pkg-config
    swift
    swiftpm
  ];
  buildInputs = [
    chromaprint
    curlWithGnuTLS
    ffmpeg
    flac
    gnutls
    libebur128
    pcre2
    pipewire
    sqlite
    systemd
    taglib
    wavpack
  ];
  # What is loaded only when it is needed, and so is not among what a program is linked with.
  runtimeDependencies = [
    chromaprint
    flac
    gnutls
    libebur128
    libidn2
    qrencode
    sqlite
    wavpack
  ];

  # SwiftPM takes its packages from repositories with tags: these get some, and are in the place of those in Package.swift.
  configurePhase = ''
    runHook preConfigure
    export HOME=$TMPDIR/home
    mkdir -p $HOME
    git config --global user.name nix
    git config --global user.email nix@localhost
    ${lib.concatStrings (
      lib.mapAttrsToList (name: package: ''
        cp -r ${package.source} $TMPDIR/${name}
        chmod -R u+w $TMPDIR/${name}
        git -C $TMPDIR/${name} init -q
        git -C $TMPDIR/${name} add -A -f
        git -C $TMPDIR/${name} commit -q -m ${package.version}
        git -C $TMPDIR/${name} tag ${package.version}
        git config --global --add url.file://$TMPDIR/${name}.insteadOf https://github.com/apple/${name}
        git config --global --add url.file://$TMPDIR/${name}.insteadOf https://github.com/apple/${name}.git
      '') swiftPackageSources
    )}
    runHook postConfigure
  '';

  buildPhase = ''
    runHook preBuild
    for product in fermatad fermata; do
      swift build -c release --static-swift-stdlib --product $product --disable-sandbox \
        --cache-path $TMPDIR/cache --config-path $TMPDIR/configuration --security-path $TMPDIR/security
    done
    runHook postBuild
  '';

  installPhase = ''
    runHook preInstall
    patchShebangs scripts
    scripts/install --prefix $out --programs .build/release
    # It has a configuration that nobody could change; the one of the system is in /etc.
    rm -r $out/etc
    ln -s ${lib.getLib curlWithGnuTLS}/lib/libcurl.so.4 $out/lib/libcurl-gnutls.so.4
    substituteInPlace $out/lib/systemd/user/*.service \
      --replace-fail /usr/bin/kill ${util-linux}/bin/kill \
      --replace-fail "ExecPaths=/usr/lib -/usr/lib64 -/usr/local/lib" "ExecPaths=${builtins.storeDir}"
    substituteInPlace $out/lib/systemd/user/fermata.socket $out/lib/systemd/user/fermata@.socket \
      --replace-fail /bin/mkdir ${coreutils}/bin/mkdir
    runHook postInstall
  '';
  appendRunpaths = [ "${placeholder "out"}/lib" ];

  meta = {
    description = "Audio daemon that steps aside for calls and keeps your place";
    license = lib.licenses.asl20;
    mainProgram = "fermata";
    platforms = lib.platforms.linux;
  };
}
